import { useEffect, useState } from 'react'
import { normaliseTerm } from '../../../domain/search.ts'
import { logFailure } from '../browser/browser-log.ts'
import { findProducts, listAlbum } from './find-products.ts'
import { findResults, type SearchResults, withShowAllLink } from './results.ts'

const debounceMs = 300

export type SearchState =
  | { step: 'empty' }
  | { step: 'searching' }
  | { step: 'found'; results: SearchResults; failed: boolean }

export function useSearch(typed: string): SearchState {
  const term = normaliseTerm(typed)
  const [found, setFound] = useState<{ term: string; results: SearchResults; failed: boolean }>()
  useEffect(() => {
    if (term === '') return
    let isCurrent = true
    const publish = (results: SearchResults, failed: boolean) => {
      if (isCurrent) setFound({ term, results, failed })
    }
    const timer = setTimeout(() => {
      Promise.all([findProducts(term), listAlbum()]).then(
        ([{ rows, isIncomplete }, album]) => {
          const results = findResults(term, rows, album)
          publish(isIncomplete ? withShowAllLink(term, results) : results, false)
        },
        (cause: unknown) => {
          logFailure('Search: the products could not be asked for', cause)
          publish(findResults(term, []), true)
        },
      )
    }, debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [term])
  if (term === '') return { step: 'empty' }
  if (found?.term !== term) return { step: 'searching' }
  return { step: 'found', results: found.results, failed: found.failed }
}
