import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { insertOrder } from './orders.ts'
import {
  allergenAnswers,
  createPublishedProduct,
  publishProduct,
  type ProductContent,
} from './products-typed.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const { owner } = await createClientsByRole(shop)

/** Counts how often a query compares two labels, which takes milliseconds each time. */
function countComparisons(query: 'recipe_orders' | 'recipe_choices', id: string): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`set local track_functions = 'all'`
    // Includes the calls of earlier transactions that the session has not reported yet.
    const total = async () => {
      const [row] = await tx<{ calls: string | null }[]>`
        select sum(calls) as calls from pg_stat_xact_user_functions
        where funcname in ('added_allergens', 'label_states', 'sold_recipe_options', 'recipe_jars')
      `
      return Number(row?.calls ?? 0)
    }
    const before = await total()
    await (query === 'recipe_orders'
      ? tx`select * from public.recipe_orders(${id})`
      : tx`select * from public.recipe_choices(array(select o.id from public.orders o))`)
    return (await total()) - before
  })
}

test('labels are compared once for all orders that were sold under the same one', async () => {
  const name = 'Rumour'
  const ingredients = ['chillies', 'vinegar', 'spice mix']
  const { id, content } = await createPublishedProduct(owner, {
    name,
    ingredients,
    answers: allergenAnswers(),
  })
  let before: ProductContent = content
  async function order(count: number) {
    for (let at = 0; at < count; at++) {
      const line = { slug: 'rumour', name, quantity: 1, allergens: String(before['allergens']) }
      await insertOrder(shop.database, { email: `buyer${at}@example.com`, lines: [line] })
    }
  }
  async function warnOf(changes: Parameters<typeof allergenAnswers>[0]) {
    const { data, error } = await publishProduct(
      owner,
      id,
      { ...content, answers: allergenAnswers(changes) },
      before,
    )
    if (error !== null) throw error
    before = data as ProductContent
  }
  await order(1)
  await warnOf({ peanuts: 'contains' })
  await order(1)
  await warnOf({ peanuts: 'contains', milk: 'contains' })
  const count = async () => [
    await countComparisons('recipe_orders', id),
    await countComparisons('recipe_choices', id),
  ]
  await order(1)
  const few = await count()
  expect(Math.min(...few)).toBeGreaterThan(0)
  await order(12)
  expect(await count()).toEqual(few)
})
