import { useSearchParams } from 'react-router'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSyncedInput } from '../../ui/use-synced-input.ts'
import { Tabs } from '../../ui/tabs.tsx'

/** The search and the filter of a product list, both stored in the URL. */
export function useFind() {
  const [query, setQuery] = useSearchParams()
  return {
    search: query.get('q') ?? '',
    state: query.get('state') ?? 'all',
    change: (changes: Record<string, string>) =>
      setQuery(withChanges(query, changes), { replace: true }),
  }
}

export function FindField() {
  const { search, change } = useFind()
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

export type StateTab = readonly [name: string, label: string]

interface StateTabsProps {
  tabs: readonly StateTab[]
  counts: Record<string, number> | undefined
}

export function StateTabs({ tabs, counts }: StateTabsProps) {
  const [query] = useSearchParams()
  const { state } = useFind()
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
