import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { parseEmail } from '../../mail/emails.ts'
import { renderEmail } from '../../mail/render.tsx'
import { getOutboxRows, startMailShop } from './mail-shop.ts'

const shop = await startMailShop()
const { sql } = shop.database
afterAll(() => shop.stop())

/** Creates an order as the checkout does: a jar and, if requested, a box. */
async function placeOrder(delivery: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into public.orders (
      id, email, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_address, cart_hash,
      is_subscription, terms_version
    ) select ${id}, 'marsha@example.com', 850 + 4500, d.price, 850 + 4500 + d.price, d.id, d.name,
      ${sql.json({ name: 'Marsha Bell', line1: '12 Example Road', line2: null, city: 'London', county: null, postcode: 'SE15 4QL', country: 'GB' })},
      ${id}, true, '2025-04'
    from public.delivery_methods d where d.id = ${delivery}`
  await sql`
    insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, allergens, size,
      recurring_interval, recurring_interval_count, stripe_price_id)
    values
      (${id}, 0, 'nashville-chilli-crisp', 'Nashville Chilli Crisp', 850, 1, 'Contains **soya**.', null, null, null, 'price_a'),
      (${id}, 1, 'twink-box-quarterly-subscription', 'Twink Box', 4500, 1, null, 'M', 'month', 3, 'price_b')`
  await sql`
    update public.order_items i set product_id = p.id from public.products p where i.order_id = ${id} and p.slug = i.slug`
  return id
}

test.each(['standard', 'priority', 'xl'])(
  'an order with %s delivery is rendered from the data of the database',
  async (delivery) => {
    const id = await placeOrder(delivery)
    await sql`delete from public.outbox`
    await sql`select public.queue_order_email('order_confirmation', ${id}, 'marsha@example.com', null, now())`
    const [row] = await getOutboxRows(shop)
    const email = parseEmail(row?.template ?? '', row?.data)
    const { text } = await renderEmail(email, { siteUrl: shop.siteUrl, pictures: new Map() })
    expect(text).toMatch(/working days/)
    expect(text).toContain('£45.00 every 3 months')
    expect(text).toContain('size M')
    expect(text).toContain('1 × £8.50 · 190 g')
    expect(text).toContain('12 Example Road')
  },
)

test('no email calls an order packed that goes outside the delivery area', async () => {
  const id = await placeOrder('standard')
  const render = async () => {
    const [row] = await sql`select public.order_email(${id}) as data`
    const more = { nextAt: '2027-01-25T12:00:00Z', nextAmount: 4500, boxOf: null, boxInTurn: null }
    const templates = ['order_confirmation', 'box_renewal', 'order_notice']
    return Promise.all(
      templates.map((template) =>
        renderEmail(parseEmail(template, { ...row?.data, ...more, note: null }), {
          siteUrl: shop.siteUrl,
          pictures: new Map(),
        }),
      ),
    )
  }
  const packed = /packing it|pack it at the desk|pieces to pack/i
  await sql`update public.orders set status = 'paid', paid_at = now() where id = ${id}`
  for (const { subject, text } of await render()) expect(subject + text).toMatch(packed)
  await sql`
    update public.orders set delivery_address = delivery_address || '{"postcode": "GY1 1AA"}' where id = ${id}`
  const held = await render()
  for (const { subject, text } of held) {
    expect(subject + text).toContain('Guernsey')
    expect(subject + text).not.toMatch(packed)
  }
  expect(held.at(-1)?.subject).toContain('on hold, it goes to Guernsey')
  expect(held.at(-1)?.text).toContain('Look at it at the desk')
  await sql`update public.orders set hold_released_at = now() where id = ${id}`
  for (const { subject, text } of await render()) expect(subject + text).toMatch(packed)
})

test('an order placed on a holiday has its dispatch date in its emails', async () => {
  const id = await placeOrder('standard')
  await sql`update public.orders set status = 'paid', paid_at = '2026-12-25T12:00:00Z' where id = ${id}`
  const texts = async () => {
    const [row] = await sql`select public.order_email(${id}) as data`
    const next = { nextAt: '2027-01-25T12:00:00Z', nextAmount: 4500 }
    return Promise.all(
      ['order_confirmation', 'box_renewal'].map(async (template) => {
        const email = parseEmail(template, { ...row?.data, ...next })
        return (await renderEmail(email, { siteUrl: shop.siteUrl, pictures: new Map() })).text
      }),
    )
  }
  for (const text of await texts()) expect(text).not.toContain('kitchen is closed')
  await sql`insert into public.holiday (starts_on, ends_on, sends_on, words, is_on)
    values ('2026-12-24', '2027-01-02', '2027-01-04', 'Happy new year.', true)`
  for (const text of await texts())
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Our kitchen is closed until Saturday 2 January. Your order leaves on Monday 4 January. Happy new year.',
    )
  await sql`update public.holiday set is_on = false`
  for (const text of await texts()) expect(text).not.toContain('kitchen is closed')
})
