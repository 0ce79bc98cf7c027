import { type Choice, writeChoice } from '../../../domain/filters.ts'
import { paths } from '../../core/paths.ts'

export function shopAddress(choice: Choice): string {
  const query = writeChoice(choice)
  return query.size === 0 ? paths.shop : `${paths.shop}?${query}`
}
