import * as v from 'valibot'
import { cleanLine } from './clean-text.ts'
import { giftLimits } from './gift-limits.ts'

/** Longer words are cut as the fields of the cart cut them. */
const line = (max: number) =>
  v.pipe(
    v.nullish(v.pipe(v.string(), v.maxLength(1000)), ''),
    v.transform((text) => cleanLine(text, max) || null),
  )

/** A present as it is kept: lines without markup or controls, null for what was left out. */
export const giftSchema = v.object({
  to: line(giftLimits.to),
  from: line(giftLimits.from),
  note: line(giftLimits.note),
})
