import * as v from 'valibot'

/** Words as people typed them, on one line. */
export const words = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()),
    v.transform((text) => Array.from(text).slice(0, max).join('')),
  )
export const someWords = (max: number) => v.pipe(words(max), v.minLength(1))
export const perhaps = (max: number) => v.nullish(words(max), null)
export const pence = v.pipe(v.number(), v.integer(), v.minValue(0))

export const link = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)
/** An address of somebody else's that is opened from a mail. */
export const safeLink = v.pipe(link, v.regex(/^https:/))
export const code = v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{4,32}$/))
export const fullName = perhaps(100)

export const uuid = v.pipe(v.string(), v.uuid())
/** What a marketing email knows its reader by: SHA-256 of the address, as the suppression list has it. */
export const emailHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** Signed addresses, which the worker adds; they are in no row. */
export const links = <Name extends string>(...names: Name[]) => ({
  links: v.object(
    Object.fromEntries(names.map((name) => [name, link])) as Record<Name, typeof link>,
  ),
})

export const interval = v.object({
  unit: v.picklist(['month', 'year']),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
})

export const address = v.object({
  name: someWords(200),
  line1: words(200),
  line2: perhaps(200),
  city: perhaps(100),
  county: perhaps(100),
  postcode: perhaps(20),
  country: perhaps(60),
})

export const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(120))
export const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))

export const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)
/** What the payment provider calls a payment, an invoice or a subscription. */
export const providerId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
export const orderNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Words as people typed them, on as many lines as they are. */
export const paragraphs = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[^\P{Cc}\n]+/gu, ' ').trim()),
  v.transform((text) => Array.from(text).slice(0, 2000).join('')),
)

/** What an enquiry is quoted by. */
export const reference = v.nullish(v.pipe(v.string(), v.regex(/^(?:CAT|ASK)-[0-9A-F]{8}$/)), null)
