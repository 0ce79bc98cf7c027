import { createClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import { payOnPage, postCheckoutTo } from '../payments/checkouts.ts'
import type { RunningShop } from '../support/running-shop.ts'

/** Inserts an order for `name` that is paid now. Returns its number. */
export async function insertPaidOrder(
  shop: RunningShop,
  name: string,
  method: 'standard' | 'priority' = 'standard',
  slug = 'nashville-chilli-crisp',
): Promise<number> {
  const { secret } = await shop.keys()
  const client = createClient(shop.url, secret)
  const id = crypto.randomUUID()
  const placed = await client
    .from('orders')
    .insert({
      id,
      email: 'priya@example.com',
      subtotal: 1700,
      delivery_price: 329,
      total: 2029,
      delivery_method_id: method,
      delivery_name: 'Standard delivery',
      delivery_address: {
        name,
        line1: '48 Choumert Road',
        city: 'London',
        postcode: 'SE15 5DQ',
        country: 'GB',
      },
      cart_hash: id,
      terms_version: '1',
    })
    .select('number')
    .single()
  if (placed.error !== null) throw placed.error
  const [product] = (
    await client.from('products').select('id, name, allergens, image_url').eq('slug', slug)
  ).data ?? [null]
  const lines = await client.from('order_items').insert({
    order_id: id,
    position: 0,
    product_id: product?.id,
    slug,
    name: product?.name,
    image: product?.image_url[0],
    allergens: product?.allergens,
    unit_amount: 850,
    quantity: 2,
    stripe_price_id: 'price_1',
  })
  if (lines.error !== null) throw lines.error
  const paid = { status: 'paid', paid_at: new Date().toISOString() }
  const { error } = await client.from('orders').update(paid).eq('id', id)
  if (error !== null) throw error
  return Number(placed.data.number)
}

/** Buys two jars as Sam Ple on the payment page. Returns the order number. */
export async function buyTwoJars(shop: RunningShop): Promise<number> {
  const { secret, publishable } = await shop.keys()
  const server = createClient(shop.url, secret)
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'Pickles1Forever' }
  const created = await server.auth.admin.createUser({ ...account, email_confirm: true })
  if (created.error !== null) throw created.error
  const signedIn = await createClient(shop.url, publishable).auth.signInWithPassword(account)
  if (signedIn.error !== null) throw signedIn.error
  const { user, session } = signedIn.data
  const product = await server
    .from('products')
    .select('id, name, price, prices(stripe_price_id)')
    .eq('slug', 'nashville-chilli-crisp')
    .single()
  if (product.error !== null) throw product.error
  const { id, name, price, prices } = product.data
  const body = {
    user_id: user.id,
    cart_items: [
      {
        product_id: id,
        quantity: 2,
        product_name: name,
        price,
        stripe_price_id: prices[0]?.stripe_price_id,
      },
    ],
    delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
  }
  const answer = await postCheckoutTo(shop.url, publishable, body, session.access_token)
  await payOnPage(answer.body.url ?? '')
  return vi.waitFor(async () => {
    const { data } = await server
      .from('orders')
      .select('number')
      .eq('user_id', user.id)
      .not('paid_at', 'is', null)
    if (data?.[0] === undefined) throw new Error('Nothing is paid yet')
    return Number(data[0].number)
  }, 20_000)
}
