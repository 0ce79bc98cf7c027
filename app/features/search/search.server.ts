import type { SupabaseClient } from '@supabase/supabase-js'
import { mayHoldSlip } from '../../../domain/slip.ts'
import { ALBUM_LIMIT, type FoundRow, productFilter, SEARCH_COLUMNS } from './product-filter.ts'
import { resultsFor, type SearchResults } from './results.ts'

/** Results for the page that works without JavaScript; `failed` when the products could not be asked for. */
export async function search(
  client: SupabaseClient,
  term: string,
): Promise<{ results: SearchResults; failed: boolean }> {
  if (term === '') return { results: { products: [], pages: [] }, failed: false }
  const products = () =>
    client
      .from('products')
      .select(SEARCH_COLUMNS)
      .eq('active', true)
      .order('Sort_order', { ascending: true })
  const [found, album] = await Promise.all([
    products().or(productFilter(term)).overrideTypes<FoundRow[], { merge: false }>(),
    mayHoldSlip(term)
      ? products().limit(ALBUM_LIMIT).overrideTypes<FoundRow[], { merge: false }>()
      : null,
  ])
  const failed = found.error !== null || (album !== null && album.error !== null)
  return { results: resultsFor(term, found.data ?? [], album?.data ?? []), failed }
}
