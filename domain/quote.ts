import * as v from 'valibot'
import { type Day, isDay } from './dates.ts'
import { readPence } from './pence-typed.ts'

/** What somebody typed as the price of a line. */
const amount = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readPence(dataset.value)
    if ('pence' in read && read.pence !== null) return read.pence
    addIssue({ message: 'fault' in read ? read.fault : 'What does it cost?' })
    return NEVER
  }),
)

/** A quote as it is typed; `today` in London. Amounts come out in pence. */
export function quoteForm(today: Day) {
  return v.object({
    text: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'A few words to go with it, please.'),
      v.maxLength(4000, 'A letter has room for 4,000 characters.'),
    ),
    lines: v.pipe(
      v.array(
        v.object({
          what: v.pipe(v.string(), v.trim(), v.minLength(1, 'What is it?'), v.maxLength(200)),
          amount,
        }),
      ),
      v.minLength(1),
      v.maxLength(30),
    ),
    validUntil: v.pipe(
      v.string(),
      v.isoDate('How long is the quote good for?'),
      v.check((day) => !isDay(day) || day >= today, 'That day has gone.'),
    ),
  })
}

/** What is typed so far, whatever that is. */
export const quoteTyped = v.object({
  text: v.string(),
  lines: v.array(v.object({ what: v.string(), amount: v.string() })),
  validUntil: v.string(),
})

export type QuoteTyped = v.InferOutput<typeof quoteTyped>
export type Quote = v.InferOutput<ReturnType<typeof quoteForm>>

/** What the lines come to so far, pence; what cannot be read yet counts as nothing. */
export function sumTyped(lines: readonly { amount: string }[]): number {
  return lines.reduce((sum, line) => {
    const read = readPence(line.amount)
    return sum + ('pence' in read ? (read.pence ?? 0) : 0)
  }, 0)
}
