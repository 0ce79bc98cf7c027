import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/query-state.tsx'
import { type ProductStateTab, useProductFilter } from './product-filter.tsx'

interface EmptyProductListProps {
  tabs: readonly ProductStateTab[]
  counts: Record<string, number>
  /** Shown when none of the other lists has a match. */
  none?: ReactNode
}

/** Empty state of a search or a list: links to another list that has matches, or shows `none`. */
export function EmptyProductList({
  tabs,
  counts,
  none = <NoProductMatches />,
}: EmptyProductListProps) {
  const { search, state, change } = useProductFilter()
  const elsewhere = state === 'all' ? 0 : (counts['all'] ?? 0)
  if (search === '')
    return (
      <EmptyState mascot="mascot-garlic" title="Nothing here" text="No stickers like that now." />
    )
  if (elsewhere === 0) return none
  const isOne = elsewhere === 1
  const list = tabs.find(([name]) => name === state)?.[1]
  return (
    <EmptyState
      mascot="mascot-garlic"
      title={`No sticker called ‘${search}’ here`}
      text={`You are looking at ${list}. ${isOne ? 'There’s one' : `There are ${elsewhere}`} in another list.`}
    >
      <Button look="quiet" onClick={() => change({ state: '' })}>
        Show {isOne ? 'it' : 'them'}
      </Button>
    </EmptyState>
  )
}

/** Suggests the product name that the user may have meant, if one is similar, and links back to the whole list. */
export function NoProductMatches({ meant }: { meant?: string | undefined }) {
  const { search, change } = useProductFilter()
  return (
    <EmptyState
      mascot="mascot-garlic"
      title={`No sticker called ‘${search}’`}
      text={meant === undefined ? 'Maybe it’s spelt differently.' : 'Did you mean this one?'}
    >
      {meant !== undefined && (
        <Button look="quiet" onClick={() => change({ q: meant })}>
          {meant}
        </Button>
      )}
      <Button look="quiet" onClick={() => change({ q: '' })}>
        Clear the search
      </Button>
    </EmptyState>
  )
}
