import type { TextRow } from './row.ts'
import { guestRows } from './rows-guests.ts'
import { errorRows } from './rows-errors.ts'
import { formRows } from './rows-forms.ts'

/** One row for each. A row without a test, or with one that is no longer there, fails `table.test.ts`. */
export const textTable: readonly TextRow[] = [...formRows, ...guestRows, ...errorRows]
