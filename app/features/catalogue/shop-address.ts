import type { Choice } from '../../../domain/filters.ts'
import { paths } from '../../paths.ts'

/** The address of the shop with a choice; what is not chosen is not in it. */
export function shopAddress({ filter, heat, sort, inStock }: Choice): string {
  const query = new URLSearchParams()
  if (filter !== '') query.set('filter', filter)
  if (heat !== null) query.set('heat', heat)
  if (sort !== null) query.set('sort', sort)
  if (inStock) query.set('stock', 'in')
  return query.size === 0 ? paths.shop : `${paths.shop}?${query}`
}
