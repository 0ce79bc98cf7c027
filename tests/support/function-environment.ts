import type { FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts'
import type { TestShop } from './shop.ts'

/** Returns the environment of an Edge Function in a test shop that cannot take payments. */
export function createFunctionEnvironment(shop: TestShop): FunctionEnvironment {
  return {
    SUPABASE_URL: shop.siteUrl.origin,
    SUPABASE_SECRET_KEY: shop.keys.secret,
    SUPABASE_PUBLISHABLE_KEY: shop.keys.publishable,
    SITE_URL: shop.siteUrl.origin,
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_API_URL: null,
    BUSINESS_EMAIL: 'owner@example.com',
    fetch: shop.backend.fetch,
    now: shop.clock.now,
    log: shop.log,
  }
}
