import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createProduct,
  getProviderProduct,
  updateProduct,
  type ProductIds,
  hourMs,
  getCatalogueJobs,
  minuteMs,
  setPrice,
  getShownProduct,
  runCatalogueJobs,
  expectWritten,
} from './catalogues.ts'
import { createCheckoutLine, checkOut } from './checkouts.ts'
import { runKilledWorker } from './killed-workers.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

type Move =
  | { kind: 'price'; amount: number }
  | { kind: 'box'; count: number | null }
  | { kind: 'sale'; active: boolean }
  | { kind: 'name'; name: string }
  | { kind: 'killed'; step: number; moment: 'before' | 'after' }
  | { kind: 'work' }
  | { kind: 'wait'; ms: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), amount: fc.constantFrom(0, 700, 850, 900) }),
  fc.record({ kind: fc.constant('box' as const), count: fc.constantFrom(null, 1, 3) }),
  fc.record({ kind: fc.constant('sale' as const), active: fc.boolean() }),
  fc.record({ kind: fc.constant('name' as const), name: fc.constantFrom('Sauce', 'Salsa') }),
  fc.record({
    kind: fc.constant('killed' as const),
    step: fc.integer({ min: 1, max: 8 }),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.constant({ kind: 'work' as const }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(minuteMs, 2 * hourMs + minuteMs),
  }),
)

async function make(goods: ProductIds, next: Move): Promise<void> {
  switch (next.kind) {
    case 'price':
      return setPrice(world, goods, next.amount)
    case 'box': {
      const rhythm = {
        recurring_interval: next.count === null ? null : 'month',
        recurring_interval_count: next.count,
      }
      return expectWritten(world.client.from('prices').update(rhythm).eq('id', goods.priceId))
    }
    case 'sale':
      return updateProduct(world, goods, { active: next.active })
    case 'name':
      return updateProduct(world, goods, { name: next.name })
    case 'killed':
      return runKilledWorker(world, next.step, next.moment)
    case 'work':
      return runCatalogueJobs(world)
    case 'wait':
      world.clock.advance(next.ms)
  }
}

/**
 * Expects that the page, the provider and the charge agree on the price of a product, or that it cannot be bought when
 * the page shows no price.
 */
async function expectAgreement(goods: ProductIds): Promise<void> {
  const shown = await getShownProduct(world, goods)
  const shopper = await world.shopper()
  const { status, body } = await checkOut(world, shopper, [
    await createCheckoutLine(world, goods.slug),
  ])
  const amount = shown?.price ?? null
  expect([status, body.error?.code]).toEqual(
    amount === null ? [409, 'unavailable'] : [200, undefined],
  )
  if (shown === null || amount === null) return
  const price = await world.stripe.prices.retrieve(shown.priceId ?? '')
  expect(price).toMatchObject({ unit_amount: amount, active: true })
  expect(price.recurring?.interval_count ?? null).toBe(shown.interval?.count ?? null)
  expect((await getProviderProduct(world, goods)).product.active).toBe(true)
  const session = await world.stripe.checkout.sessions.retrieve(body.session_id ?? '')
  expect(session.amount_total).toBe(amount + 329)
}

test(
  'the page, the checkout and the provider agree on prices after any changes and worker crashes',
  { tags: ['abuse-3'], timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 8 }), async (moves) => {
        const goods = await createProduct(world)
        for (const next of moves) {
          await make(goods, next)
          await expectAgreement(goods)
        }
        world.clock.advance(3 * hourMs)
        await runCatalogueJobs(world)
        world.clock.advance(3 * hourMs)
        await runCatalogueJobs(world)
        await expectAgreement(goods)
        const [wanted] = await world.sql<{ active: boolean; amount: number }[]>`
        select p.active, coalesce(r.next_amount, r.unit_amount) as amount
        from public.products p join public.prices r on r.product_id = p.id where p.id = ${goods.id}`
        const sells = wanted?.active === true && wanted.amount > 0
        const shown = await getShownProduct(world, goods)
        expect(shown?.price ?? null).toBe(sells ? (wanted?.amount ?? null) : null)
        expect(await getCatalogueJobs(world, goods)).toEqual([])
        if (!sells) return
        const { prices } = await getProviderProduct(world, goods)
        expect(prices.filter(([, active]) => active)).toEqual([[wanted?.amount, true]])
      }),
      { numRuns: 8 },
    )
  },
)
