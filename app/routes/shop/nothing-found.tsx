import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface NothingFoundProps {
  filter: string
  /** Whether it is heat or stock that leaves nothing of the category. */
  isNarrowed: boolean
}

/** What stands in place of an empty grid. */
export function NothingFound({ filter, isNarrowed }: NothingFoundProps) {
  return (
    <EmptyState title="Got none. Need some." picture="/generated/art/garlic-shrug.svg">
      <p>{isNarrowed ? 'Nothing here has that heat and is in stock.' : emptyText(filter)}</p>
      {(isNarrowed || filter !== '') && (
        <ButtonLink
          to={isNarrowed ? paths.shopFiltered(filter) : paths.shop}
          variant="secondary"
          size="sm"
        >
          {isNarrowed ? 'Show any heat, sold out too' : 'All Products'}
        </ButtonLink>
      )}
    </EmptyState>
  )
}

function emptyText(filter: string): string {
  return filter === ''
    ? "We're working on adding more products. Check back soon!"
    : `No products found in the ${filter} category. Try selecting a different category.`
}
