import * as v from 'valibot'
import { cleanConsultancy, consultancyLimit, consultancyProblems } from '../../../domain/enquiry.ts'
import { createEnquiryFunction, typed } from '../_shared/enquiry.ts'
import type { FunctionEnvironment } from '../_shared/environment.ts'

const schema = v.object({
  name: typed,
  email: typed,
  businessName: v.nullish(typed, ''),
  details: typed,
})

const invalidEmail = 'Invalid email address provided'

/**
 * POST {name, email, businessName, details}: a consultancy enquiry. Answers success and error; see
 * `createEnquiryFunction`. Three in 300,000 ms (specification, section 9).
 */
export function createConsultancyInquiry(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  return createEnquiryFunction(environment, {
    kind: 'consultancy',
    schema,
    clean: cleanConsultancy,
    problems: (fields) => {
      const problems = consultancyProblems(fields)
      // What a page has let through is told in other words (specification, section 5).
      return problems.email === undefined ? problems : { ...problems, email: invalidEmail }
    },
    toRow: ({ name, businessName, details }) => ({ name, businessName, message: details }),
    limit: {
      form: consultancyLimit.key,
      max: consultancyLimit.max,
      addressMax: 12,
      windowMs: consultancyLimit.windowMs,
      forgivesSignIns: true,
    },
    texts: {
      limited: consultancyLimit.refusal,
      failed: 'Failed to submit inquiry',
    },
    events: { success: 'consultancy_inquiry_success', error: 'consultancy_inquiry_error' },
  })
}
