import * as v from 'valibot'
import { cleanLine } from './clean-text.ts'
import { giftMaxLengths } from './gift-limits.ts'

/** Cuts longer text, as the fields of the cart do. */
const line = (max: number) =>
  v.pipe(
    v.nullish(v.pipe(v.string(), v.maxLength(1000)), ''),
    v.transform((text) => cleanLine(text, max) || null),
  )

/** The schema of a gift note. Returns lines without markup and control characters, and null for an empty line. */
export const giftSchema = v.object({
  to: line(giftMaxLengths.to),
  from: line(giftMaxLengths.from),
  note: line(giftMaxLengths.note),
})
