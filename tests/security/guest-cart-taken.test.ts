import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cart, mergeCarts } from '../../domain/cart.ts'
import { toStoredLines } from '../../domain/stored-lines.ts'
import { openPaymentWorld, type PaymentWorld } from '../payments/world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())
beforeEach(() => world.sql`delete from public.guest_carts`)

const sauce = randomUUID()
const mug = randomUUID()

async function saved(email: string, lines: object, ago = '0 minutes'): Promise<string> {
  const [row] = await world.sql`
    insert into public.guest_carts (email, cart_data, updated_at)
    values (${email}, ${world.sql.json(lines as never)}, now() - ${ago}::interval) returning id`
  return row?.id
}

async function takeOver(token: string, own: string | null = null) {
  const answer = await fetch(`${world.url}/rest/v1/rpc/take_over_guest_cart`, {
    method: 'POST',
    headers: {
      apikey: world.keys.publishable,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_own: own }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function cartOf(id: string) {
  const [row] = await world.sql`select items from public.carts where user_id = ${id}`
  return row?.items ?? null
}

test(
  'a newly confirmed address takes over its newest guest cart once',
  { tags: ['abuse-11'] },
  async () => {
    const { id, email, token } = await world.shopper()
    await saved(email, [{ product_id: mug, quantity: 9 }], '1 hour')
    const newest = await saved(email.toUpperCase(), [{ product_id: sauce, quantity: 2 }])
    await saved('else@example.com', [{ product_id: mug, quantity: 5 }])
    expect((await takeOver(token)).body).toEqual({ pieces: 2, wasTaken: false })
    expect(await cartOf(id)).toEqual([{ product_id: sauce, quantity: 2 }])
    expect((await takeOver(token)).body).toEqual({ pieces: 0, wasTaken: false })
    expect((await takeOver(token, newest)).body).toEqual({ pieces: 0, wasTaken: true })
    expect(await cartOf(id)).toEqual([{ product_id: sauce, quantity: 2 }])
    const [left] = await world.sql`select cart_data from public.guest_carts where id = ${newest}`
    expect(left?.cart_data).toEqual([])
  },
)

test('a guest cart is added to the account cart, up to 99 of each product', async () => {
  const { id, email, token } = await world.shopper()
  const lines = [{ product_id: sauce, quantity: 60 }]
  await world.sql`insert into public.carts (user_id, items) values (${id}, ${world.sql.json(lines)})`
  await saved(email, [
    { product_id: mug, quantity: 1 },
    { product_id: sauce, quantity: 60 },
  ])
  await takeOver(token)
  expect(await cartOf(id)).toEqual([
    { product_id: sauce, quantity: 99 },
    { product_id: mug, quantity: 1 },
  ])
})

test('the own cart of the browser is not taken over by the server', async () => {
  const { id, email, token } = await world.shopper()
  const own = await saved(email, [{ product_id: sauce, quantity: 2 }])
  expect((await takeOver(token, own)).body).toEqual({ pieces: 0, wasTaken: false })
  expect(await cartOf(id)).toBeNull()
})

test.each([
  ['saved eight days ago', async (email: string) => void (await saved(email, line, '8 days'))],
  [
    'under an address that was confirmed two days ago',
    async (email: string) => {
      await saved(email, line)
      await world.sql`
        update auth.users set email_confirmed_at = now() - interval '2 days' where email = ${email}`
    },
  ],
  [
    'under an address that is not confirmed',
    async (email: string) => {
      await saved(email, line)
      await world.sql`update auth.users set email_confirmed_at = null where email = ${email}`
    },
  ],
])('a guest cart %s is not taken over', { tags: ['abuse-11'] }, async (_, prepare) => {
  const { id, email, token } = await world.shopper()
  await prepare(email)
  expect((await takeOver(token)).body).toEqual({ pieces: 0, wasTaken: false })
  expect(await cartOf(id)).toBeNull()
})
const line = [{ product_id: sauce, quantity: 1 }]

test('an ended session takes no guest cart over', { tags: ['abuse-11'] }, async () => {
  const { id, email, token } = await world.shopper()
  await saved(email, line)
  await world.sql`delete from auth.sessions where user_id = ${id}`
  expect((await takeOver(token)).status).toBe(401)
})

test('the database merges two carts as the page does', async () => {
  const ids = Array.from({ length: 120 }, () => randomUUID())
  const cart = fc
    .uniqueArray(
      fc.record({ id: fc.constantFrom(...ids), quantity: fc.integer({ min: 1, max: 99 }) }),
      { selector: ({ id }) => id, maxLength: 100 },
    )
    .map((lines): Cart => lines.map(({ id, quantity }) => ({ product: { id } as never, quantity })))
  for (const [first, second] of fc.sample(fc.tuple(cart, cart), 60)) {
    const [row] = await world.sql`
      select public.merge_carts(${world.sql.json(toStoredLines(first))}, ${world.sql.json(toStoredLines(second))}) as merged`
    expect(row?.merged).toEqual(toStoredLines(mergeCarts(first, second)))
  }
})
