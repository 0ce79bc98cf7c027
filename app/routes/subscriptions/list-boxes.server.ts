import type { ShopClient } from '../../../supabase/client.ts'
import { boxPairs } from '../../content/boxes.ts'
import type { BoxRow } from './box-state.ts'

const slugs = boxPairs.flatMap(({ boxes }) => boxes.map(({ slug }) => slug))

/** The columns of the specification, and the price that is charged. */
const COLUMNS = 'name,slug,isComingSoon,tags,prices(unit_amount,position)'

export async function listBoxes(
  client: ShopClient,
): Promise<{ rows: BoxRow[]; failure: { code?: string; message: string } | null }> {
  const { data, error } = await client
    .from('products')
    .select(COLUMNS)
    .in('slug', slugs)
    .retry(false)
  return { rows: data ?? [], failure: error }
}
