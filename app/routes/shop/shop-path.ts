import { type Choice, formatChoice } from '../../../domain/filters.ts'
import { paths } from '../../core/paths.ts'

export function getShopPath(choice: Choice): string {
  const query = formatChoice(choice).toString()
  return query === '' ? paths.shop : `${paths.shop}?${query}`
}
