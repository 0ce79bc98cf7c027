import * as v from 'valibot'
import { cleanLine } from './clean-text.ts'
import { giftMaxLengths } from './gift-limits.ts'

/** Longer text is cut, as in the fields of the cart. */
const line = (max: number) =>
  v.pipe(
    v.nullish(v.pipe(v.string(), v.maxLength(1000)), ''),
    v.transform((text) => cleanLine(text, max) || null),
  )

/** A gift as it is stored: lines without markup or control characters, null for an empty one. */
export const giftSchema = v.object({
  to: line(giftMaxLengths.to),
  from: line(giftMaxLengths.from),
  note: line(giftMaxLengths.note),
})
