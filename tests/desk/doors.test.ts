import { afterAll, expect, test } from 'vitest'
import { createDeskInvitation } from '../../supabase/functions/desk-invitation/handler.ts'
import { createDeskOrders } from '../../supabase/functions/desk-orders/handler.ts'
import { createDeskPerson } from '../../supabase/functions/desk-person/handler.ts'
import { forms } from '../security/forms.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const environment = {
  ...createFunctionEnvironment(shop),
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_API_URL: 'http://127.0.0.1:9',
}
const doors = {
  'desk-invitation': createDeskInvitation(environment),
  'desk-orders': createDeskOrders(environment),
  'desk-person': createDeskPerson(environment),
}
type Door = keyof typeof doors

function knock(door: Door, token?: string): Promise<Response> {
  const { fields } = forms.find(({ action }) => action === door) ?? { fields: {} }
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const address = `${shop.siteUrl.origin}/functions/v1/${door}`
  return doors[door](
    new Request(address, { method: 'POST', headers, body: JSON.stringify(fields) }),
  )
}

test(
  'the twenty-first guess at an invitation within an hour is rate limited',
  { tags: ['form-desk-invitation-30'] },
  async () => {
    const statuses = []
    for (let guess = 0; guess < 21; guess++) statuses.push((await knock('desk-invitation')).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 410), 429])
  },
)

test.each(['desk-orders', 'desk-person'] as const)(
  '%s refuses everybody except owners without calling the payment provider, however often they ask',
  { tags: ['form-desk-payments-30'] },
  async (door) => {
    const { customer, packer, 'owner without a code': half } = await createClientsByRole(shop)
    const seen = [(await knock(door)).status]
    for (const client of [customer, packer, half, packer, customer]) {
      const { data } = await client.auth.getSession()
      seen.push((await knock(door, data.session?.access_token)).status)
    }
    expect(seen).toEqual([401, 401, 403, 401, 403, 401])
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  },
)
