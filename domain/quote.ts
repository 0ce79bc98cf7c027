import * as v from 'valibot'
import { type Day, isDay } from './dates.ts'
import { parsePence } from './parse-pence.ts'

/** The schema of a line's price, which is typed as text. Its output is in pence. */
const amount = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parsePence(dataset.value)
    if ('pence' in parsed && parsed.pence !== null) return parsed.pence
    addIssue({ message: 'fault' in parsed ? parsed.fault : 'What does it cost?' })
    return NEVER
  }),
)

/** The schema of the form for a quote. `today` is in London. Amounts in the output are in pence. */
export function createQuoteFormSchema(today: Day) {
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

/** The schema of a stored draft, which may be incomplete or invalid. */
export const quoteDraftSchema = v.object({
  text: v.string(),
  lines: v.array(v.object({ what: v.string(), amount: v.string() })),
  validUntil: v.string(),
})

export type QuoteInput = v.InferOutput<typeof quoteDraftSchema>
export type Quote = v.InferOutput<ReturnType<typeof createQuoteFormSchema>>

/** Returns the sum of the lines in pence; a price that cannot be parsed yet counts as 0. */
export function sumQuoteLines(lines: readonly { amount: string }[]): number {
  return lines.reduce((sum, line) => {
    const parsed = parsePence(line.amount)
    return sum + ('pence' in parsed ? (parsed.pence ?? 0) : 0)
  }, 0)
}
