import { type Choice, matchesFilter } from '../../../domain/filters.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface NothingFoundProps {
  choice: Choice
  /** All products, to tell an empty category from a choice that leaves nothing of it. */
  products: readonly CardProduct[]
}

/** What stands in place of an empty grid. */
export function NothingFound({ choice, products }: NothingFoundProps) {
  const narrowed = products.some((product) => matchesFilter(product, choice.filter))
  return (
    <EmptyState title="Got none. Need some." picture="/generated/art/garlic-shrug.svg">
      <p>{narrowed ? 'Nothing here has that heat and is in stock.' : emptyText(choice.filter)}</p>
      {(narrowed || choice.filter !== '') && (
        <ButtonLink
          to={narrowed ? paths.shopFiltered(choice.filter) : paths.shop}
          variant="secondary"
          size="sm"
        >
          {narrowed ? 'Show any heat, sold out too' : 'All Products'}
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
