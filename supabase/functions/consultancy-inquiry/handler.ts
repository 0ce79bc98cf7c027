import * as v from 'valibot'
import {
  cleanConsultancyEnquiry,
  consultancyLimit,
  getConsultancyProblems,
} from '../../../domain/enquiry.ts'
import { createEnquiryFunction, storableTextSchema } from '../_shared/enquiry.ts'

/** Handles POST {name, email, businessName, details}. The limit is three posts in 300,000 ms (specification, section 9). */
export const createConsultancyInquiry = createEnquiryFunction({
  kind: 'consultancy',
  schema: v.object({
    name: storableTextSchema,
    email: storableTextSchema,
    businessName: v.nullish(storableTextSchema, ''),
    details: storableTextSchema,
  }),
  clean: cleanConsultancyEnquiry,
  problems(fields) {
    const problems = getConsultancyProblems(fields)
    // The message for an address that the page accepts and the server refuses (specification, section 5).
    const email = problems.email && 'Invalid email address provided'
    return email === undefined ? problems : { ...problems, email }
  },
  toRow: ({ name, businessName, details }) => ({ name, businessName, message: details }),
  limit: { ...consultancyLimit, addressMax: 12, forgivesSignIns: true },
  events: { success: 'consultancy_inquiry_success', error: 'consultancy_inquiry_error' },
})
