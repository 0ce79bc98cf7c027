import * as v from 'valibot'
import { type Day, isDay } from './dates.ts'
import { parsePence } from './parse-pence.ts'
import { discountCodePattern, normaliseDiscountCode } from './discount-code.ts'

/** The schema of a whole number up to `max`. An empty field becomes null, which means no limit. */
const optionalLimit = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d*$/, 'A whole number, or leave it empty.'),
    v.transform((typed) => (typed === '' ? null : Number(typed))),
    v.check(
      (count) => count === null || (count >= 1 && count <= max),
      `From 1 to ${max.toLocaleString('en-GB')}, or leave it empty.`,
    ),
  )

const percent = v.pipe(
  v.string(),
  v.transform((typed) => typed.replace(/[\s%]/g, '')),
  v.regex(/^\d{1,3}$/, 'A whole number, like 10.'),
  v.transform(Number),
  v.minValue(1, 'From 1 to 100 per cent.'),
  v.maxValue(100, 'From 1 to 100 per cent.'),
)

const maxPence = 99_999

const pence = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parsePence(dataset.value)
    const amount = 'pence' in parsed ? parsed.pence : null
    if (amount !== null && amount > 0 && amount <= maxPence) return amount
    addIssue({ message: 'fault' in parsed ? parsed.fault : 'A sum from 1p to £999.99.' })
    return NEVER
  }),
)

/** The schema of a last day, which is `today` (in London) or later. An empty field becomes null, which means no end. */
const lastDay = (today: Day) =>
  v.pipe(
    v.string(),
    v.check((day) => day === '' || isDay(day), 'Which day?'),
    v.check((day) => day === '' || day >= today, 'That day has gone.'),
    v.transform((day) => (day === '' ? null : day)),
  )

const maxUses = 100_000

/**
 * The schema of the desk's form for a discount code. Amounts in the output are in pence. Of `percent` and `pence`, only the one
 * that the kind of the code uses is converted.
 */
export function createDiscountCodeSchema(today: Day) {
  const shared = {
    code: v.pipe(
      v.string(),
      v.transform(normaliseDiscountCode),
      v.regex(discountCodePattern, 'A code is 3 to 24 letters and digits.'),
    ),
    whole: v.picklist(['goods', 'everything']),
    starts: v.pipe(
      v.string(),
      v.check((day) => day === '' || isDay(day), 'Which day?'),
      v.transform((day) => (day === '' ? null : day)),
    ),
    ends: lastDay(today),
    uses: optionalLimit(maxUses),
    each: optionalLimit(1000),
  }
  return v.pipe(
    v.variant('kind', [
      v.object({ kind: v.literal('percent'), percent, pence: v.string(), ...shared }),
      v.object({ kind: v.literal('pence'), percent: v.string(), pence, ...shared }),
    ]),
    v.forward(
      v.check(
        ({ starts, ends }) => starts === null || ends === null || ends >= starts,
        'It ends before it begins.',
      ),
      ['ends'],
    ),
  )
}

export type DiscountCodeInput = v.InferInput<ReturnType<typeof createDiscountCodeSchema>>
export type NewDiscountCode = v.InferOutput<ReturnType<typeof createDiscountCodeSchema>>

/**
 * The schema of the form that changes a code's last day and its number of uses. The number can only grow, because customers were
 * promised the present one.
 */
export function createDiscountCodeChangeSchema(
  today: Day,
  current: { ends: string; uses: number | null },
) {
  return v.object({
    // The present last day remains valid even if it is in the past.
    ends: v.union([
      v.pipe(
        v.literal(current.ends),
        v.transform((day) => day || null),
      ),
      lastDay(today),
    ]),
    uses: v.pipe(
      optionalLimit(maxUses),
      v.check(
        (uses) => uses === null || (current.uses !== null && uses >= current.uses),
        current.uses === null
          ? 'It was promised without a limit. To stop it, withdraw it.'
          : `You promised ${current.uses} uses: type ${current.uses} or more, or leave it empty for no limit.`,
      ),
    ),
  })
}
