import type { DeliveryMethod } from '../../../domain/delivery.ts'
import { cookiePolicy } from './cookie-policy.ts'
import type { Policy } from './policy.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { termsOfService } from './terms-of-service.ts'

type WrittenPolicy = Policy | ((methods: readonly DeliveryMethod[]) => Policy)

export const policies: Readonly<Record<string, WrittenPolicy | undefined>> = {
  '/privacy-policy': privacyPolicy,
  '/terms-of-service': termsOfService,
  '/cookie-policy': cookiePolicy,
}
