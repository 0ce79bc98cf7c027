import * as v from 'valibot'
import { cleanLine } from './clean-text.ts'
import { giftLimits } from './gift-limits.ts'

/** Longer text is cut, as in the fields of the cart. */
const line = (max: number) =>
  v.pipe(
    v.nullish(v.pipe(v.string(), v.maxLength(1000)), ''),
    v.transform((text) => cleanLine(text, max) || null),
  )

/** A gift as it is stored: lines without markup or control characters, null for an empty one. */
export const giftSchema = v.object({
  to: line(giftLimits.to),
  from: line(giftLimits.from),
  note: line(giftLimits.note),
})
