import * as v from 'valibot'
import { cateringProblems, cleanCatering } from '../../../domain/enquiry.ts'
import { createEnquiryFunction, typed } from '../_shared/enquiry.ts'

/** POST {name, email, phone, date, eventType, guestCount, message}. The default limit (specification, section 9). */
export const createSecureCateringInquiry = createEnquiryFunction({
  kind: 'catering',
  schema: v.object({
    name: typed,
    email: typed,
    phone: v.nullish(typed, ''),
    date: v.nullish(typed, ''),
    eventType: typed,
    guestCount: typed,
    message: typed,
  }),
  clean: cleanCatering,
  problems: cateringProblems,
  toRow: (fields) => fields,
  limit: { key: 'secure-catering-inquiry', max: 5, addressMax: 20, forgivesSignIns: true },
})
