import { isLiveKey } from '../supabase/functions/_shared/stripe.ts'
import { type Config, getOwnOrigin } from './config.ts'
import type { Secrets } from './secrets.ts'

/** The account at the payment provider, or the payment sandbox when no account is configured. */
export type PaymentAccount = ReturnType<typeof getPaymentAccount>

export function getPaymentAccount(config: Config, secrets: Secrets | null) {
  const { stripe } = config
  const { secretKey = '', webhookSecret = '' } = stripe ?? secrets?.stripe ?? {}
  const name = stripe === null ? 'sandbox' : isLiveKey(secretKey) ? 'live' : 'test'
  return {
    name: name as 'sandbox' | 'test' | 'live',
    secretKey,
    webhookSecret,
    apiUrl: stripe ? stripe.apiUrl : `${getOwnOrigin(config)}/sandbox/payments`,
  }
}
