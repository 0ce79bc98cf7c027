import * as v from 'valibot'
import { getCateringProblems, cleanCateringEnquiry } from '../../../domain/enquiry.ts'
import { createEnquiryFunction, storableTextSchema } from '../_shared/enquiry.ts'

/**
 * Handles POST {name, email, phone, date, eventType, guestCount, message}, with the default limit (specification, section
 * 9).
 */
export const createSecureCateringInquiry = createEnquiryFunction({
  kind: 'catering',
  schema: v.object({
    name: storableTextSchema,
    email: storableTextSchema,
    phone: v.nullish(storableTextSchema, ''),
    date: v.nullish(storableTextSchema, ''),
    eventType: storableTextSchema,
    guestCount: storableTextSchema,
    message: storableTextSchema,
  }),
  clean: cleanCateringEnquiry,
  problems: getCateringProblems,
  toRow: (fields) => fields,
  limit: { key: 'secure-catering-inquiry', max: 5, addressMax: 20, forgivesSignIns: true },
})
