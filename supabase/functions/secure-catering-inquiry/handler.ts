import * as v from 'valibot'
import { getCateringProblems, cleanCateringEnquiry } from '../../../domain/enquiry.ts'
import { createEnquiryFunction, storableText } from '../_shared/enquiry.ts'

/**
 * Handles POST {name, email, phone, date, eventType, guestCount, message}, with the default limit (specification, section
 * 9).
 */
export const createSecureCateringInquiry = createEnquiryFunction({
  kind: 'catering',
  schema: v.object({
    name: storableText,
    email: storableText,
    phone: v.nullish(storableText, ''),
    date: v.nullish(storableText, ''),
    eventType: storableText,
    guestCount: storableText,
    message: storableText,
  }),
  clean: cleanCateringEnquiry,
  problems: getCateringProblems,
  toRow: (fields) => fields,
  limit: { key: 'secure-catering-inquiry', max: 5, addressMax: 20, forgivesSignIns: true },
})
