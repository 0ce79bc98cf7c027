import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../support/database.ts'

export interface OrderLine {
  slug: string
  name: string
  quantity: number
  size?: string | null
  allergens?: string | null
}

interface OrderChanges {
  name?: string
  email?: string
  method?: 'standard' | 'priority' | 'xl'
  /** The number of hours since the payment. */
  paid?: number
  lines?: OrderLine[]
  /** The payment status, by default `paid`. */
  status?: 'paid' | 'payment_failed'
}

export const crispLine: OrderLine = {
  slug: 'nashville-chilli-crisp',
  name: 'Nashville Chilli Crisp',
  quantity: 2,
  allergens: 'Contains: soya, sesame. Made in a kitchen that handles milk and fish.',
}

/** Inserts an order, by default one that is paid and not sent yet. Returns its number. */
export async function insertOrder(
  { sql }: Pick<TestDatabase, 'sql'>,
  changes: OrderChanges = {},
): Promise<number> {
  const {
    name = 'Priya Raman',
    email = 'priya@example.com',
    method = 'standard',
    status = 'paid',
  } = changes
  const paid = new Date(Date.now() - (changes.paid ?? 1) * 60 * 60_000)
  const address = {
    name,
    line1: 'Flat 3, 48 Choumert Road',
    city: 'London',
    postcode: 'SE15 5DQ',
    country: 'GB',
  }
  const [order] = await sql<{ id: string; number: string }[]>`
    insert into public.orders (
      email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_address, cart_hash,
      stripe_session_id, terms_version, created_at, paid_at
    ) values (
      ${email}, ${status}, 1700, 329, 2029, ${method}, 'Standard delivery', ${sql.json(address)}, 'hash',
      ${`cs_${randomUUID()}`}, '1', ${paid}, ${status === 'paid' ? paid : null}
    ) returning id, number`
  for (const [position, line] of (changes.lines ?? [crispLine]).entries())
    await sql`
      insert into public.order_items (order_id, position, product_id, slug, name, unit_amount, quantity, size, allergens, stripe_price_id)
      select ${order?.id ?? ''}, ${position}, (select id from public.products where slug = ${line.slug}), ${line.slug}, ${line.name},
        850, ${line.quantity}, ${line.size ?? null}, ${line.allergens ?? null}, 'price_1'`
  return Number(order?.number)
}
