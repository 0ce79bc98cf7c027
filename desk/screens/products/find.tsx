import { Link, useSearchParams } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { useTypedOver } from '../../ui/use-typed-over.ts'

/** What is looked for in a list of products, and where: both stand in its address. */
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
  const [typed, setTyped] = useTypedOver(search)
  return (
    <p className="srch">
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search products"
        placeholder="Name, tag or number"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          change({ q: value })
        }}
      />
    </p>
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
    <nav className="tabs" aria-label="Show">
      {tabs.map(([name, label]) => (
        <Link
          key={name}
          to={`?${withChanges(query, { state: name === 'all' ? '' : name })}`}
          replace
          aria-current={state === name ? 'page' : undefined}
        >
          {label} <i>{counts?.[name]}</i>
        </Link>
      ))}
    </nav>
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
