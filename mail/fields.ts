import * as v from 'valibot'
import { parseUrl } from '../domain/parse-url.ts'

export function maybe<Schema extends v.GenericSchema>(schema: Schema) {
  return v.nullish(schema, null)
}

export function list<Entries extends v.ObjectEntries>(
  entries: Entries,
  { from, to }: { from: number; to: number },
) {
  return v.pipe(v.array(v.object(entries)), v.minLength(from), v.maxLength(to))
}

/** A template's name for the owner, and the data that it is given; amounts in pence. */
export function kind<const Entries extends v.ObjectEntries>(name: string, entries: Entries) {
  return { name, data: v.object(entries) }
}

const typed = (breaks: RegExp, max: number) =>
  v.pipe(
    v.string(),
    v.transform((given) => Array.from(given.replace(breaks, ' ').trim()).slice(0, max).join('')),
  )
/** What people typed, on one line. */
export const text = (max: number) => typed(/[\p{Cc}\u2028\u2029]+/gu, max)
/** What people typed, on as many lines as it has. */
export const paragraphs = (max: number) => typed(/[^\P{Cc}\n]+/gu, max)
export const someWords = (max: number) => v.pipe(text(max), v.minLength(1))
export const words = (max: number) => maybe(text(max))
export const fullName = words(100)

export const link = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((address) => /^https?:$/.test(parseUrl(address)?.protocol ?? '')),
)
/** An address of somebody else's that is opened from an email. */
export const safeLink = v.pipe(link, v.regex(/^https:/))
/** Signed addresses, which the worker adds; they are in no row. */
export const links = <Name extends string>(...names: Name[]) =>
  v.object(Object.fromEntries(names.map((name) => [name, link])) as Record<Name, typeof link>)

export const code = v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{4,32}$/))
export const uuid = v.pipe(v.string(), v.uuid())
/** Of a link that opens something. */
export const token = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** What a marketing email knows its reader by: SHA-256 of the address, as the suppression list has it. */
export const emailHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** What an enquiry is quoted by. */
export const reference = v.pipe(v.string(), v.regex(/^(?:CAT|ASK)-[0-9A-F]{8}$/))
export const day = v.pipe(v.string(), v.isoDate())
/** What the payment provider calls a payment, an invoice or a subscription. */
export const providerId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
export const orderNumber = v.pipe(v.number(), v.integer(), v.minValue(1))
export const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(120))
export const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
export const pence = v.pipe(v.number(), v.integer(), v.minValue(0))
export const time = v.pipe(
  v.string(),
  v.check((iso) => !Number.isNaN(Date.parse(iso))),
)
export const interval = v.object({
  unit: v.picklist(['month', 'year']),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
})
export const address = v.object({
  name: someWords(200),
  line1: text(200),
  line2: words(200),
  city: words(100),
  county: words(100),
  postcode: words(20),
  country: words(60),
})

/** What a recipe's label says, and what of the fourteen it warns of that the former one did not. */
export const label = {
  newAllergens: v.pipe(v.array(someWords(40)), v.maxLength(14)),
  /** What it may contain. */
  newTraces: v.nullish(v.pipe(v.array(someWords(40)), v.maxLength(14)), []),
  ingredients: words(6000),
  allergens: words(1000),
}
