import { describe, expect, test } from 'vitest'
import { parseCheckoutRefusal, parsePaymentPage } from './request-checkout.ts'

describe('the response of a checkout', () => {
  test('reads the address of the payment page from the checkout’s response', () => {
    expect(parsePaymentPage({ url: 'https://pay.example/1', session_id: 'cs_1' })).toEqual({
      kind: 'ready',
      url: 'https://pay.example/1',
      sessionId: 'cs_1',
    })
  })

  test.each([
    [{ session_id: 'cs_1' }, 'No checkout URL returned from payment processor'],
    [
      { url: 'javascript:alert(1)', session_id: 'cs_1' },
      'No checkout URL returned from payment processor',
    ],
    [{ url: '/relative', session_id: 'cs_1' }, 'No checkout URL returned from payment processor'],
    [{ url: 'https://pay.example/1' }, 'Failed to create checkout session'],
    [{ url: null }, 'No checkout URL returned from payment processor'],
    [null, 'Unable to process checkout. Please try again.'],
    ['text', 'Unable to process checkout. Please try again.'],
    [{ status: 'login required' }, 'Unable to process checkout. Please try again.'],
  ])('the checkout’s response %j fails with: %s', (data, message) => {
    expect(parsePaymentPage(data)).toEqual({ kind: 'failed', message })
  })

  test('asks to sign in again when the session has ended at checkout', () => {
    expect(
      parseCheckoutRefusal(401, {
        error: { code: 'sign_in_required', message: 'x', products: [] },
      }),
    ).toEqual({
      kind: 'sign-in',
    })
  })

  test('reads the changed prices from the checkout’s response', () => {
    const product = { id: 'a', name: 'Apple', unitAmount: 750, stripePriceId: 'price_2' }
    const error = {
      code: 'price_changed',
      message: 'The price has changed',
      products: [product, {}, null],
    }
    expect(parseCheckoutRefusal(409, { error })).toEqual({
      kind: 'price-changed',
      message: 'The price has changed',
      prices: [{ id: 'a', unitAmount: 750, stripePriceId: 'price_2' }],
    })
  })

  test.each([
    [
      409,
      { error: { code: 'unavailable', message: 'Invalid items in cart: Apple - sold out' } },
      'Invalid items in cart: Apple - sold out',
    ],
    [
      502,
      { error: { code: 'provider_failed', message: 'Failed to create checkout session' } },
      'Failed to create checkout session',
    ],
    [500, null, 'Unable to process checkout. Please try again.'],
    [
      413,
      { message: 'The body is larger than 1 MB' },
      'Unable to process checkout. Please try again.',
    ],
  ])('shows the checkout’s error response %d with %j as: %s', (status, body, message) => {
    expect(parseCheckoutRefusal(status, body)).toEqual({ kind: 'failed', message })
  })
})
