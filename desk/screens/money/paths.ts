import type { Period } from '../../../domain/money-period.ts'

export type View = 'day' | 'month' | 'year' | 'products'

/** Where a day's, a month's or a year's money stands, or all products `of` one; `at` is a day that lies in it. */
export const pathTo = (view: View, at: string, of?: Period['of']): string =>
  `/money?view=${view}&at=${at}${of === undefined ? '' : `&of=${of}`}`
