import { type Choice, writeChoice } from '../../../domain/filters.ts'
import { paths } from '../../paths.ts'

/** The address of the shop with a choice; what is not chosen is not in it. */
export function shopAddress(choice: Choice): string {
  const query = writeChoice(choice)
  return query.size === 0 ? paths.shop : `${paths.shop}?${query}`
}
