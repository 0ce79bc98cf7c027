import * as v from 'valibot'
import { parseUrl } from '../domain/parse-url.ts'

export function nullable<Schema extends v.GenericSchema>(schema: Schema) {
  return v.nullish(schema, null)
}

export function objectList<Entries extends v.ObjectEntries>(
  entries: Entries,
  { from, to }: { from: number; to: number },
) {
  return v.pipe(v.array(v.object(entries)), v.minLength(from), v.maxLength(to))
}

/** Defines a template by its name, which the owner sees, and the schema of its data. Amounts are in pence. */
export function defineTemplate<const Entries extends v.ObjectEntries>(
  name: string,
  entries: Entries,
) {
  return { name, data: v.object(entries) }
}

const cleanText = (breaks: RegExp, max: number) =>
  v.pipe(
    v.string(),
    v.transform((given) => Array.from(given.replace(breaks, ' ').trim()).slice(0, max).join('')),
  )
/** Text of at most `max` characters; line breaks and control characters become spaces. */
export const text = (max: number) => cleanText(/[\p{Cc}\u2028\u2029]+/gu, max)
/** Text of at most `max` characters that keeps its line breaks; other control characters become spaces. */
export const paragraphs = (max: number) => cleanText(/[^\P{Cc}\n]+/gu, max)
export const nonEmptyText = (max: number) => v.pipe(text(max), v.minLength(1))
export const optionalText = (max: number) => nullable(text(max))
export const fullName = optionalText(100)

export const link = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((address) => /^https?:$/.test(parseUrl(address)?.protocol ?? '')),
)
/** An https URL of another site, such as a carrier's page of a parcel. */
export const safeLink = v.pipe(link, v.regex(/^https:/))
/** Signed URLs, which are added when the email is sent. They are not stored in the outbox. */
export const links = <Name extends string>(...names: Name[]) =>
  v.object(Object.fromEntries(names.map((name) => [name, link])) as Record<Name, typeof link>)

export const oneTimeCode = v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{4,32}$/))
export const uuid = v.pipe(v.string(), v.uuid())
/** The secret token of a link: 32 bytes in hexadecimal. */
export const token = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/**
 * The SHA-256 hash of the recipient's email address, as stored in the suppression list. Only emails with an unsubscribe link have
 * it.
 */
export const emailHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
export const enquiryReference = v.pipe(v.string(), v.regex(/^(?:CAT|ASK)-[0-9A-F]{8}$/))
export const isoDay = v.pipe(v.string(), v.isoDate())
/** The payment provider's id of a payment, an invoice or a subscription, such as pi_3kTq…. */
export const providerId = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
export const orderNumber = v.pipe(v.number(), v.integer(), v.minValue(1))
export const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(120))
export const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
export const pence = v.pipe(v.number(), v.integer(), v.minValue(0))
export const isoTime = v.pipe(
  v.string(),
  v.check((iso) => !Number.isNaN(Date.parse(iso))),
)
export const interval = v.object({
  unit: v.picklist(['month', 'year']),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
})
export const address = v.object({
  name: nonEmptyText(200),
  line1: text(200),
  line2: optionalText(200),
  city: optionalText(100),
  county: optionalText(100),
  postcode: optionalText(20),
  country: optionalText(60),
})

/**
 * The label of a version of a product's recipe. `newAllergens` and `newTraces` are those that an earlier label did not mention:
 * groups, or the cereals and nuts of a group that it did.
 */
export const labelFields = {
  newAllergens: v.pipe(v.array(nonEmptyText(40)), v.maxLength(40)),
  /** Allergens that the recipe may contain as traces and that the earlier label did not mention. */
  newTraces: v.nullish(v.pipe(v.array(nonEmptyText(40)), v.maxLength(14)), []),
  ingredients: optionalText(6000),
  allergens: optionalText(1000),
}

export const unconfirmedFields = {
  /**
   * Allergens of which a later label warns, while nobody knows whether they are in this recipe, too. Null when there is no such
   * label; empty when it only says that something is not known.
   */
  unconfirmed: nullable(v.pipe(v.array(nonEmptyText(40)), v.maxLength(40))),
}
