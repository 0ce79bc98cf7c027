import type { BoxKind } from '../../../domain/boxes.ts'
import type { ShopContext } from '../../core/context.ts'
import { unwrapResponse, LIST_RETRIES, waitWithBackoff, withRetries } from './queries.server.ts'

export interface LastBox {
  title: string
  contents: string[]
}
export type LastBoxes = Partial<Record<BoxKind, LastBox>>

/**
 * Returns the contents of the latest subscription box of each kind for which the owner has entered them.
 * @throws CatalogueUnavailable
 */
export async function readLastBoxes({ readRows }: ShopContext): Promise<LastBoxes> {
  const rows = await readRows('last-boxes', (client) =>
    withRetries(
      () => unwrapResponse(client.from('last_boxes').select('kind,month,contents').retry(false)),
      LIST_RETRIES,
      waitWithBackoff,
    ),
  )
  return Object.fromEntries(
    rows.map(({ kind, month, contents }) => [kind, { title: `In the ${month} box`, contents }]),
  )
}
