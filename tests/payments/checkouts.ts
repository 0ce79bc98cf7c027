import type { Shopper, PaymentWorld } from './world.ts'

export { payOnPage } from '../../packages/payment-sandbox/tests/support/pay-on-page.ts'

export interface CheckoutLine {
  product_id: string
  quantity: unknown
  product_name: string
  price: unknown
  stripe_price_id: unknown
}

/** Returns a cart line for a product, with the name and the price that the shop shows now. */
export async function createCheckoutLine(
  world: PaymentWorld,
  slug: string,
  quantity: unknown = 1,
): Promise<CheckoutLine> {
  const [row] = await world.sql<
    { id: string; name: string; price: number | null; price_id: string | null }[]
  >`
    select p.id, p.name, p.price, r.stripe_price_id as price_id
    from public.products p left join public.prices r on r.product_id = p.id and r.position = 0 where p.slug = ${slug}`
  if (row === undefined) throw new Error(`There is no ${slug}`)
  return {
    product_id: row.id,
    quantity,
    product_name: row.name,
    price: row.price,
    stripe_price_id: row.price_id ?? 'price_none',
  }
}

export interface CheckoutResponse {
  status: number
  body: {
    url?: string
    session_id?: string
    error?: {
      code: string
      message: string
      products: { id: string; name: string; unitAmount: number; stripePriceId: string }[]
    }
  }
  headers: Headers
}

/** Calls create-checkout with the request body of the cart page. */
export function checkOut(
  world: PaymentWorld,
  shopper: Shopper,
  lines: CheckoutLine[],
  delivery: unknown = { id: 'standard' },
): Promise<CheckoutResponse> {
  return postCheckout(world, createCheckoutBody(shopper, lines, delivery), shopper.token)
}

export function createCheckoutBody(
  shopper: Shopper,
  lines: CheckoutLine[],
  delivery: unknown = { id: 'standard' },
): object {
  // The page sends the provider's id of the delivery method, but only to show that the method has one.
  const method =
    typeof delivery === 'object' ? { stripe_id: 'shr_sandbox_standard', ...delivery } : delivery
  return { user_id: shopper.id, cart_items: lines, delivery_method: method }
}

/** Calls create-checkout with any body. */
export function postCheckout(
  world: PaymentWorld,
  body: unknown,
  token: string | null,
  headers: Record<string, string> = {},
): Promise<CheckoutResponse> {
  return postCheckoutTo(world.url, world.keys.publishable, body, token, headers)
}

/** Calls create-checkout at the given URL with any body. */
export async function postCheckoutTo(
  url: string,
  apikey: string,
  body: unknown,
  token: string | null,
  headers: Record<string, string> = {},
): Promise<CheckoutResponse> {
  const response = await fetch(`${url}/functions/v1/create-checkout`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** Creates a shopper with an open payment session for these products. Returns both, with the order. */
export async function openPaymentSession(
  world: PaymentWorld,
  slugs: string[] = ['nashville-chilli-crisp'],
): Promise<{ shopper: Shopper; sessionId: string; url: string; orderId: string }> {
  const shopper = await world.shopper()
  const lines = await Promise.all(slugs.map((slug) => createCheckoutLine(world, slug)))
  const { body } = await checkOut(world, shopper, lines)
  if (body.session_id === undefined || body.url === undefined) throw new Error(JSON.stringify(body))
  const [order] = await world.sql<{ id: string }[]>`
    select id from public.orders where stripe_session_id = ${body.session_id}`
  return { shopper, sessionId: body.session_id, url: body.url, orderId: order?.id ?? '' }
}

export interface OrderRow {
  id: string
  number: string
  status: string
  total: number
  subtotal: number
  delivery_price: number
  delivery_method_id: string
  discount: number
  refunded: number
  stock_held: boolean
  stripe_session_id: string | null
  stripe_payment_intent_id: string | null
  stripe_subscription_id: string | null
  delivery_address: Record<string, unknown> | null
}

export async function getOrders(world: PaymentWorld, shopper: Shopper): Promise<OrderRow[]> {
  return world.sql<
    OrderRow[]
  >`select * from public.orders where user_id = ${shopper.id} order by number`
}

/** Returns the ids of a shopper's sessions that are still open for payment at the provider. */
export async function getOpenSessionIds(world: PaymentWorld, shopper: Shopper): Promise<string[]> {
  const ids = (await getOrders(world, shopper)).map((order) => order.id)
  const { data } = await world.stripe.checkout.sessions.list({ status: 'open', limit: 100 })
  return data.filter((one) => ids.includes(one.client_reference_id ?? '')).map((one) => one.id)
}

export async function getOrderEmailTemplates(
  world: PaymentWorld,
  orderId: string,
): Promise<string[]> {
  const rows = await world.sql<{ template: string }[]>`
    select template from public.outbox where dedupe_key like ${`%:${orderId}`} order by template`
  return rows.map((row) => row.template)
}

export async function getStock(world: PaymentWorld, slug: string): Promise<number | null> {
  const [row] = await world.sql<
    { stock: number | null }[]
  >`select stock from public.products where slug = ${slug}`
  return row?.stock ?? null
}
