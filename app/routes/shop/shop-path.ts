import { type ListingChoice, formatListingChoice } from '../../../domain/filters.ts'
import { paths } from '../../core/paths.ts'

export function getShopPath(choice: ListingChoice): string {
  const query = formatListingChoice(choice).toString()
  return query === '' ? paths.shop : `${paths.shop}?${query}`
}
