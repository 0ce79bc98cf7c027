import * as v from 'valibot'
import * as field from './fields.ts'
import { nullable } from './fields.ts'

export const stuckWorkEntries = {
  /** The kind of stuck work. The shop's process reports `disk`; the database function `stuck_work` reports all others. */
  kind: v.picklist([
    'failed_letters',
    'late_letters',
    'payments',
    'catalogue',
    'balance',
    'backup',
    'disk',
  ]),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  since: nullable(field.isoTime),
  details: v.nullish(v.pipe(v.array(field.text(600)), v.maxLength(20)), []),
}
