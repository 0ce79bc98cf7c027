import { cookiePolicy } from './cookie-policy.ts'
import type { Policy } from './policy.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { termsOfService } from './terms-of-service.ts'

/** The small print by path. */
export const policies: Readonly<Record<string, Policy | undefined>> = {
  '/privacy-policy': privacyPolicy,
  '/terms-of-service': termsOfService,
  '/cookie-policy': cookiePolicy,
}
