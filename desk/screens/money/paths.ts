import type { Period } from '../../../domain/money-period.ts'

export type MoneyView = 'day' | 'month' | 'year' | 'products'

/**
 * Returns the path of the Money screen for a day, month or year, or for all products of a period of kind `of`. `at` is any day in
 * the period.
 */
export const getMoneyPath = (view: MoneyView, at: string, of?: Period['unit']): string =>
  `/money?view=${view}&at=${at}${of === undefined ? '' : `&of=${of}`}`
