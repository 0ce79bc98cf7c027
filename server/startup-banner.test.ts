import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeShop } from './startup-banner.ts'

function banner(isAccountSetUp: boolean): string {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  return describeShop(readConfig(keys, '/shop'), {
    port: 3000,
    sandboxToken: 'token',
    paymentAccount: 'test',
    isAccountSetUp,
    deskToken: null,
    dataLocation: '/shop/data',
    stop: async () => undefined,
  })
}

test('the startup banner says that stripe:sync has never run with the account', () => {
  expect(banner(false)).toContain('npm run stripe:sync has never run with the test account')
  expect(banner(true)).not.toContain('stripe:sync')
})
