import { Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { useTypedOver } from '../../ui/use-typed-over.ts'

/** What is looked for in a list of products, and where: both stand in its address. */
export function useFind(): { search: string; state: string } {
  const [query] = useSearchParams()
  return { search: query.get('q') ?? '', state: query.get('state') ?? 'all' }
}

export function FindField() {
  const [query, setQuery] = useSearchParams()
  const [typed, setTyped] = useTypedOver(useFind().search)
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
          setQuery(withChanges(query, { q: value }), { replace: true })
        }}
      />
    </p>
  )
}

interface StateTabsProps {
  tabs: readonly (readonly [name: string, label: string])[]
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

export function NothingFound() {
  const [, setQuery] = useSearchParams()
  const { search } = useFind()
  return search === '' ? (
    <Empty mascot="mascot-garlic" title="Nothing here" text="No sticker stands like that now." />
  ) : (
    <Empty
      mascot="mascot-garlic"
      title={`No sticker called ‘${search}’`}
      text="It may be spelt otherwise, or stand in another list."
    >
      <Button look="quiet" onClick={() => setQuery({}, { replace: true })}>
        Show all
      </Button>
    </Empty>
  )
}
