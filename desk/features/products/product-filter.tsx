import { useSearchParams } from 'react-router'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSyncedInput } from '../../ui/use-synced-input.ts'
import { Tabs } from '../../ui/tabs.tsx'

/** The search and the filter of a product list, both stored in the URL. */
export function useProductFilter() {
  const [query, setQuery] = useSearchParams()
  return {
    search: query.get('q') ?? '',
    state: query.get('state') ?? 'all',
    change: (changes: Record<string, string>) =>
      setQuery(withChanges(query, changes), { replace: true }),
  }
}

export function ProductSearchField() {
  const { search, change } = useProductFilter()
  const [typed, setTyped] = useSyncedInput(search)
  return (
    <SearchInput
      aria-label="Search products"
      placeholder="Name, tag or number"
      value={typed}
      onSearch={(text) => {
        setTyped(text)
        change({ q: text })
      }}
    />
  )
}

export type ProductStateTab = readonly [name: string, label: string]

interface ProductStateTabsProps {
  tabs: readonly ProductStateTab[]
  counts: Record<string, number> | undefined
}

export function ProductStateTabs({ tabs, counts }: ProductStateTabsProps) {
  const [query] = useSearchParams()
  const { state } = useProductFilter()
  return (
    <Tabs
      all={tabs}
      at={state}
      to={(name) => `?${withChanges(query, { state: name === 'all' ? '' : name })}`}
      count={(name) => counts?.[name]}
    />
  )
}

function withChanges(query: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('show')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
