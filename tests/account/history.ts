import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { RunningShop } from '../support/running-shop.ts'

/** The columns of a test order that replace the defaults; amounts in pence. */
interface Placed {
  status?: string
  refunded?: number
  fulfilled_at?: string
  is_subscription?: boolean
  delivery_price?: number
  delivery_address?: object
  carrier?: string
  tracking?: string
}

/**
 * Inserts one order of one jar for each element of `placed`, for the user who is signed in on the page. The last
 * element is the newest order, which the page shows first.
 */
export async function insertOrders(
  page: Page,
  shop: RunningShop,
  placed: readonly Placed[],
): Promise<void> {
  const { id: userId, email } = await userOf(page)
  const orders = placed.map((changes, index) => {
    const { delivery_price = 329 } = changes
    return {
      id: randomUUID(),
      user_id: userId,
      email,
      status: 'paid',
      subtotal: 850,
      total: 850 + delivery_price,
      delivery_method_id: 'standard',
      delivery_name: 'Standard',
      cart_hash: randomUUID(),
      terms_version: '2025-04',
      created_at: new Date(Date.UTC(2026, 9, index + 1)).toISOString(),
      refunded: 0,
      fulfilled_at: null,
      is_subscription: false,
      ...changes,
      delivery_price,
    }
  })
  await insert(shop, 'orders', orders)
  await insert(
    shop,
    'order_items',
    orders.map(({ id }) => ({
      order_id: id,
      position: 0,
      product_id: 'a1b00000-0000-4000-8000-000000000001',
      slug: 'nashville-chilli-crisp',
      name: 'Nashville Chilli Crisp',
      unit_amount: 850,
      quantity: 1,
      stripe_price_id: 'price_1',
    })),
  )
}

/**
 * Inserts a subscription for the user who is signed in on the page. `endsAt` is the end of a cancelled subscription,
 * and null for one that continues.
 */
export async function insertSubscription(page: Page, shop: RunningShop, endsAt: string | null) {
  await insertOrders(page, shop, [{ is_subscription: true }])
  const { id: userId, email } = await userOf(page)
  const { secret } = await shop.keys()
  const answer = await fetch(
    `${shop.url}/rest/v1/orders?user_id=eq.${userId}&is_subscription=is.true&select=id`,
    { headers: { apikey: secret } },
  )
  const [order] = (await answer.json()) as { id: string }[]
  const box = { image: null, size: null, interval: { unit: 'month', count: 1 } }
  await insert(shop, 'subscriptions', [
    {
      order_id: order?.id,
      user_id: userId,
      email,
      stripe_subscription_id: `sub_${randomUUID()}`,
      stripe_customer_id: 'cus_1',
      status: 'active',
      boxes: [{ ...box, name: 'Twink Box, Monthly', quantity: 2, unitAmount: 2000 }],
      amount: 4000,
      current_period_end: '2026-12-20T12:00:00Z',
      ends_at: endsAt,
    },
  ])
}

async function insert(shop: RunningShop, table: string, rows: object[]): Promise<void> {
  const { secret } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  })
  if (!answer.ok) throw new Error(`${table} answered ${answer.status}: ${await answer.text()}`)
}

function userOf(page: Page): Promise<{ id: string; email: string }> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('shop-session') ?? '{}').user)
}
