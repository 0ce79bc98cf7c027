import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForEmail } from '../support/mailbox.ts'
import { openPreparedShop, type RunningShop } from '../support/running-shop.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await openPreparedShop({ CART_REMINDER_HOURS: '0.00001' })
})
afterAll(() => shop.remove())

const email = 'left@example.co.uk'
const lines = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 3 }]

async function callGuestEmail(action: string, body: object): Promise<unknown> {
  const { publishable } = await shop.keys()
  const answer = await fetch(`${shop.url}/functions/v1/secure-guest-email/${action}`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

test('a cart that was abandoned before a restart gets its reminder after it, and the link restores the cart', async () => {
  expect(await callGuestEmail('save', { email, cartData: lines, agreed: true })).toMatchObject({
    success: true,
  })
  await shop.close()
  await shop.reopen()
  const mail = await waitForEmail(shop.url, email, /Your cart is still warm/)
  const link = mail.links.find((one) => one.startsWith(`${shop.url}/cart/restore?token=`)) ?? ''
  expect((await fetch(link)).status).toBe(200)
  const token = new URL(link).searchParams.get('token')
  expect(await callGuestEmail('get', { token })).toMatchObject({ cartData: lines })
})
