import { business } from '../../../domain/business.ts'
import { londonDay } from '../../../domain/dates.ts'
import {
  cateringProblems,
  cleanCatering,
  cleanConsultancy,
  consultancyLimit,
  consultancyProblems,
  eventDayProblem,
} from '../../../domain/enquiry.ts'

export type EnquiryKind = 'catering' | 'consultancy'

export type Values = Record<string, string>

export interface EnquiryForm {
  name: string
  lead: string
  fields: readonly string[]
  /** What is wrong with it, by field, by the rules that the server has, too, and the date; `now` in ms. */
  problems: (values: Values, now: number) => Values
  sent: { title: string; text: string }
  /** `text` null: what the server says, else 'Please try again later.'. */
  failed: { title: string; text: string | null }
  /** How often one browser may send it, and what it is told then; null where the server alone counts. */
  limit: typeof consultancyLimit | null
  /** What the guard's log calls a failure that the server has not seen. */
  errorEvent: string | null
}

const cateringFields = [
  'name',
  'email',
  'phone',
  'date',
  'eventType',
  'guestCount',
  'message',
] as const
const consultancyFields = ['name', 'email', 'businessName', 'details'] as const

export const enquiryForms: Record<EnquiryKind, EnquiryForm> = {
  catering: {
    name: 'secure-catering-inquiry',
    lead: 'Tell us what you are celebrating, and we’ll write back with a menu and a price.',
    fields: cateringFields,
    problems: (values, now) => {
      const date = eventDayProblem(values.date ?? '', londonDay(now))
      const problems = cateringProblems(cleanCatering(filled(cateringFields, values)))
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
    problems: (values) => consultancyProblems(cleanConsultancy(filled(consultancyFields, values))),
    sent: { title: 'Thank you for your inquiry!', text: "We'll be in touch with you soon." },
    failed: { title: 'Something went wrong', text: null },
    limit: consultancyLimit,
    errorEvent: 'consultancy_inquiry_error',
  },
}

/** A value for each field; what nobody has filled in is empty. */
export function filled<Name extends string>(
  names: readonly Name[],
  values: Values,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<Name, string>
}
