import { cleanLine, cleanPhone, cleanText } from './clean-text.ts'
import { addDays, type Day } from './dates.ts'
import { cleanEmailAddress } from './pasted.ts'
import { findSuspicion } from './suspicion.ts'
import { isLengthWithin, isDeliverableEmail, fieldLimits } from './validation.ts'

/** The fields of a catering enquiry; `phone` and `date` may be empty. */
export interface CateringEnquiry {
  name: string
  email: string
  phone: string
  date: string
  eventType: string
  guestCount: string
  message: string
}

/** The fields of a consultancy enquiry; `businessName` may be empty. */
export interface ConsultancyEnquiry {
  name: string
  email: string
  businessName: string
  details: string
}

/**
 * Limits consultancy enquiries from one browser, and at the server for one email address from one IP address, per window in ms
 * (specification, section 5).
 */
export const consultancyLimit = {
  key: 'consultancy-inquiry',
  max: 3,
  windowMs: 300_000,
  refusal: 'Too many requests. Please wait before submitting again.',
} as const

export type FieldProblems<Fields> = Partial<Record<keyof Fields, string>>

const messages = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  eventType: 'Please describe your event type.',
  guestCount: 'Please provide an estimated guest count.',
  message: 'Please provide more details about your requirements.',
  details: 'Please provide some details about your inquiry.',
} as const

/** Trims, cuts and cleans the fields, but never cuts an email address: `getCateringProblems` refuses one that is too long. */
export function cleanCateringEnquiry(fields: CateringEnquiry): CateringEnquiry {
  return {
    name: cleanLine(fields.name, fieldLimits.name),
    email: cleanEmailAddress(fields.email),
    phone: cleanPhone(fields.phone),
    date: cleanLine(fields.date),
    eventType: cleanLine(fields.eventType),
    guestCount: cleanLine(fields.guestCount),
    message: cleanText(fields.message),
  }
}

export function cleanConsultancyEnquiry(fields: ConsultancyEnquiry): ConsultancyEnquiry {
  return {
    name: cleanLine(fields.name, fieldLimits.name),
    email: cleanEmailAddress(fields.email),
    businessName: cleanLine(fields.businessName, fieldLimits.name),
    details: cleanText(fields.details),
  }
}

/** Returns an error message for each invalid field of a cleaned enquiry (specification, section 5). */
export function getCateringProblems(fields: CateringEnquiry): FieldProblems<CateringEnquiry> {
  return getProblems(fields, { name: 2, eventType: 2, guestCount: 1, message: 10 })
}

export function getLatestAllowedEventDay(today: Day): Day {
  return addDays(today, 5 * 365)
}

/**
 * Returns an error message for a date in the past or more than five years ahead, else null. `today` is in London. Only the page
 * calls it, because the date is optional for the server (specification, section 5).
 */
export function getEventDayProblem(date: string, today: Day): string | null {
  // Browsers accept years of six digits in date fields, which are longer than `today`.
  const isAllowed =
    date.length === today.length && date >= today && date <= getLatestAllowedEventDay(today)
  if (date === '' || isAllowed) return null
  return 'Please choose a day within the next five years, or leave the date empty.'
}

export function getConsultancyProblems(
  fields: ConsultancyEnquiry,
): FieldProblems<ConsultancyEnquiry> {
  return getProblems(fields, { name: 2, details: 10 })
}

/** Returns the first field whose value looks like an attack, with a message that names it; or null. */
export function findSuspiciousField(fields: object): { field: string; message: string } | null {
  for (const [field, value] of Object.entries<unknown>({ ...fields })) {
    if (typeof value !== 'string') continue
    const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    const message = findSuspicion(words, value)
    if (message !== null) return { field, message }
  }
  return null
}

function getProblems<Fields extends { email: string }>(
  fields: Fields,
  minLengths: Partial<Record<keyof Fields & keyof typeof messages, number>>,
): FieldProblems<Fields> {
  const problems: FieldProblems<Fields> = {}
  // Adds the messages in the order of the form.
  for (const name of Object.keys(fields) as (keyof Fields & keyof typeof messages)[]) {
    const minLength = minLengths[name]
    const isValid =
      name === 'email'
        ? isDeliverableEmail(fields.email)
        : minLength === undefined || isLengthWithin(String(fields[name]), minLength, Infinity)
    if (!isValid) problems[name] = messages[name]
  }
  return problems
}
