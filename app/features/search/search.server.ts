import type { SupabaseClient } from '@supabase/supabase-js'
import { type FoundRow, productFilter, SEARCH_COLUMNS } from './product-filter.ts'
import { resultsFor, type SearchResults } from './results.ts'

/** Results for the page that works without JavaScript; `failed` when the products could not be asked for. */
export async function search(
  client: SupabaseClient,
  term: string,
): Promise<{ results: SearchResults; failed: boolean }> {
  if (term === '') return { results: { products: [], pages: [] }, failed: false }
  const { data, error } = await client
    .from('products')
    .select(SEARCH_COLUMNS)
    .eq('active', true)
    .or(productFilter(term))
    .order('Sort_order', { ascending: true })
    .overrideTypes<FoundRow[], { merge: false }>()
  return { results: resultsFor(term, data ?? []), failed: error !== null }
}
