import { useEffect, useState } from 'react'
import { normaliseTerm } from '../../../domain/search.ts'
import { logFailure } from '../browser/browser-log.ts'
import { findProducts, listAlbum } from './find-products.ts'
import { findResults, type SearchResults, withShowAllLink } from './results.ts'

const debounce = 300

export type SearchState =
  | { step: 'empty' }
  | { step: 'searching' }
  | { step: 'found'; results: SearchResults; failed: boolean }

export function useSearch(typed: string): SearchState {
  const term = normaliseTerm(typed)
  const [found, setFound] = useState<{ term: string; results: SearchResults; failed: boolean }>()
  useEffect(() => {
    if (term === '') return
    let current = true
    const answer = (results: SearchResults, failed: boolean) => {
      if (current) setFound({ term, results, failed })
    }
    const timer = setTimeout(() => {
      Promise.all([findProducts(term), listAlbum()]).then(
        ([{ rows, isCut }, album]) => {
          const results = findResults(term, rows, album)
          answer(isCut ? withShowAllLink(term, results) : results, false)
        },
        (cause: unknown) => {
          logFailure('Search: the products could not be asked for', cause)
          answer(findResults(term, []), true)
        },
      )
    }, debounce)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [term])
  if (term === '') return { step: 'empty' }
  if (found?.term !== term) return { step: 'searching' }
  return { step: 'found', results: found.results, failed: found.failed }
}
