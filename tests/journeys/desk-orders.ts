import { createClient } from '@supabase/supabase-js'
import type { RunningShop } from '../support/running-shop.ts'

/** An order that its shopper pays for now; gives its number. */
export async function orderComesIn(
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
