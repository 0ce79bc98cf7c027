import type { ComponentProps } from 'react'
import { business } from '../../../domain/business.ts'
import { londonDay } from '../../../domain/dates.ts'
import {
  getCateringProblems,
  cleanCateringEnquiry,
  cleanConsultancyEnquiry,
  consultancyLimit,
  getConsultancyProblems,
  getEventDayProblem,
} from '../../../domain/enquiry.ts'
import { fieldLimits } from '../../../domain/validation.ts'

export type EnquiryKind = 'catering' | 'consultancy'

export type FieldValues = Record<string, string>

export interface EnquiryField {
  name: string
  label: string
  half?: true
  rows?: number
  input?: Omit<ComponentProps<'input'>, 'name'>
}

export interface EnquiryFormDefinition {
  name: string
  lead: string
  fields: readonly EnquiryField[]
  validate: (values: FieldValues, now: number) => FieldValues
  sent: { title: string; text: string }
  /** If `text` is null, the toast shows the server's message, or "Please try again later." when there is none. */
  failed: { title: string; text: string | null }
  /** The limit of attempts in one browser, with its message; null leaves the limit to the server. */
  limit: typeof consultancyLimit | null
  /** The type of the security event that is logged when a request fails without a response; null logs nothing. */
  errorEvent: string | null
}

const required = true
const nameLength = { maxLength: fieldLimits.name }
const textLength = { maxLength: fieldLimits.text }

/** The email field has no `maxLength`: the browser would cut a longer address, which must be rejected instead. */
const contactFields = [
  { name: 'name', label: 'Name', input: { autoComplete: 'name', required, ...nameLength } },
  { name: 'email', label: 'E-mail', input: { type: 'email', autoComplete: 'email', required } },
] as const

const cateringFields = [
  ...contactFields.map((field) => ({ ...field, half: true as const })),
  {
    name: 'phone',
    label: 'Phone (optional)',
    half: true,
    input: { type: 'tel', autoComplete: 'tel', ...textLength },
  },
  { name: 'date', label: 'Date (optional)', half: true, input: { type: 'date' } },
  {
    name: 'eventType',
    label: 'Type of event',
    half: true,
    input: { required, placeholder: 'Wedding, birthday', ...textLength },
  },
  {
    name: 'guestCount',
    label: 'Guests',
    half: true,
    input: { required, placeholder: 'About 40', ...textLength },
  },
  { name: 'message', label: 'What you have in mind', rows: 3 },
] as const satisfies EnquiryField[]

const consultancyFields = [
  ...contactFields,
  {
    name: 'businessName',
    label: 'Business name (optional)',
    input: { autoComplete: 'organization', ...nameLength },
  },
  { name: 'details', label: 'What you need help with', rows: 6 },
] as const satisfies EnquiryField[]

export const enquiryForms: Record<EnquiryKind, EnquiryFormDefinition> = {
  catering: {
    name: 'secure-catering-inquiry',
    lead: 'Tell us what you are celebrating, and we’ll write back with a menu and a price.',
    fields: cateringFields,
    validate: (values, now) => {
      const date = getEventDayProblem(values.date ?? '', londonDay(now))
      const problems = getCateringProblems(
        cleanCateringEnquiry(pickFieldValues(cateringFields, values)),
      )
      return date === null ? problems : { ...problems, date }
    },
    sent: {
      title: 'Inquiry Submitted',
      text: "We'll be in touch soon about your catering needs!",
    },
    failed: {
      title: 'Submission Failed',
      text: 'There was a problem submitting your inquiry. Please try again later.',
    },
    limit: null,
    errorEvent: null,
  },
  consultancy: {
    name: 'consultancy-inquiry',
    lead: `Tell ${business.chef.name} about your kitchen: what works, what doesn’t, and what keeps you up.`,
    fields: consultancyFields,
    validate: (values) =>
      getConsultancyProblems(cleanConsultancyEnquiry(pickFieldValues(consultancyFields, values))),
    sent: { title: 'Thank you for your inquiry!', text: "We'll be in touch with you soon." },
    failed: { title: 'Something went wrong', text: null },
    limit: consultancyLimit,
    errorEvent: 'consultancy_inquiry_error',
  },
}

export function pickFieldValues<Name extends string>(
  fields: readonly { name: Name }[],
  values: FieldValues,
): Record<Name, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ''])) as Record<
    Name,
    string
  >
}
