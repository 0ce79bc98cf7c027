import type { Period } from '../../../domain/money-period.ts'

export type View = 'day' | 'month' | 'year' | 'products'

/** Returns the path of the money of a day, month or year, or of all products of a period `of`; `at` is any day in it. */
export const getMoneyPath = (view: View, at: string, of?: Period['of']): string =>
  `/money?view=${view}&at=${at}${of === undefined ? '' : `&of=${of}`}`
