import { afterAll, expect, test } from 'vitest'
import { createAccount, insertOrder, startPersonalDataShop } from './person.ts'

const shop = await startPersonalDataShop()
afterAll(() => shop.stop())
const { sql } = shop.database

async function aLine() {
  const [row] = await sql<{ product_id: string; unit_amount: number; stripe_price_id: string }[]>`
    select r.product_id, r.unit_amount, r.stripe_price_id from public.prices r join public.products p on p.id = r.product_id
    where p.slug = 'nashville-chilli-crisp'`
  return { ...row, quantity: 1 }
}

test('checkouts that begin during an erasure leave no order with the name', async () => {
  const person = await createAccount(shop, 'racer@example.com')
  const who = { p_user_id: person.id, p_email: person.email }
  const begin = {
    p_user_id: person.id,
    p_lines: [await aLine()],
    p_delivery_method_id: 'standard',
    p_terms_version: '1',
  }
  const calls = Array.from({ length: 20 }, (_, turn) =>
    turn % 4 === 3
      ? shop.secret.rpc('erase_person', { ...who, p_business_email: 'owner@example.com' })
      : shop.secret.rpc('begin_checkout', begin),
  )
  const answers = await Promise.all(calls)
  // A checkout that had to wait for the erasure fails with 23503 (foreign key violation), because the account no longer
  // exists.
  const failures = answers.flatMap(({ error }) => (error === null ? [] : [error.code]))
  expect(failures.filter((code) => code !== '23503')).toEqual([])
  expect(await sql`select from auth.users where id = ${person.id}`).toHaveLength(0)
  const named =
    await sql`select from public.orders where user_id = ${person.id} or email = ${person.email}`
  expect(named).toHaveLength(0)
  expect((await shop.secret.rpc('begin_checkout', begin)).data.error.code).toBe('sign_in_required')
})

test('an account erased many times at once is erased once, and its order is intact', async () => {
  const person = await createAccount(shop, 'often@example.com')
  const number = await insertOrder(shop.database, person)
  const args = {
    p_user_id: person.id,
    p_email: person.email,
    p_business_email: 'owner@example.com',
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.secret.rpc('erase_person', args)),
  )
  expect(answers.filter(({ data }) => data?.erased !== true)).toEqual([])
  expect(await sql`select email, total from public.orders where number = ${number}`).toEqual([
    { email: '', total: 1179 },
  ])
  expect(await sql`select from public.outbox where template = 'erasure_notice'`).toHaveLength(1)
})

test('a payment for the order of an erased account is recorded, and only the owner is notified', async () => {
  const person = await createAccount(shop, 'late@example.com')
  const number = await insertOrder(shop.database, person, { status: 'expired' })
  await sql`select public.erase_person(${person.id}, ${person.email}, 'owner@example.com')`
  const [order] =
    await sql`select id, stripe_session_id from public.orders where number = ${number}`
  await sql`delete from public.outbox`
  const facts = {
    orderId: order?.id,
    sessionId: order?.stripe_session_id,
    paymentStatus: 'paid',
    currency: 'gbp',
    amountTotal: 1179,
    amountDiscount: 0,
  }
  const [answer] = await sql`
    select public.settle_payment('evt_late', 'checkout.session.completed', ${sql.json(facts)}, 'owner@example.com') as result`
  expect(answer?.result).toMatchObject({ outcome: 'applied' })
  expect(await sql`select template, recipient from public.outbox`).toEqual([
    { template: 'order_notice', recipient: 'owner@example.com' },
  ])
})
