import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { insertOrder } from './orders.ts'
import { createPublishedProduct, allergenAnswers, publishProduct } from './products-typed.ts'
import { createStaffMember, type StaffMember } from './staff.ts'

// The form's values need no connection.
vi.mock(import('../../desk/data/client.ts'), () => ({}) as never)
const { toFormValues, toPayload } = await import('../../desk/screens/products/product-form.ts')
const { getPublishBlockers } = await import('../../desk/screens/products/publishable.ts')
const { productContentSchema } = await import('../../desk/screens/products/stored-content.ts')

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await createStaffMember(shop, 'owner')
})

const { fish: _, ...withoutFish } = allergenAnswers()
const noAnswers = { given: null, text: 'Contains: milk, wheat. May contain: fish.' }
const noFish = { given: withoutFish, text: 'May contain: fish.' }

test.each([
  { shelf: 'hidden', ...noAnswers },
  { shelf: 'coming-soon', ...noAnswers },
  { shelf: 'live', ...noAnswers },
  { shelf: 'hidden', ...noFish },
  { shelf: 'coming-soon', ...noFish },
  { shelf: 'live', ...noFish },
])(
  'another ingredient keeps the warnings that only the text of a label states: $shelf, $text',
  async ({ shelf, given, text }) => {
    const { id } = await createPublishedProduct(owner.client, {
      ingredients: ['chillies'],
      answers: allergenAnswers(),
    })
    const [row] = await sql`
      update public.products set allergens = ${text}, active = ${shelf !== 'hidden'},
        allergen_answers = ${given === null ? null : sql.json(given)}, "isComingSoon" = ${shelf === 'coming-soon'}
      where id = ${id} returning slug, public.label_text(products) as label`
    const number = await insertOrder(shop.database, {
      lines: [{ slug: String(row?.slug), name: 'Hot Gossip', quantity: 1, allergens: text }],
    })
    const { data } = await owner.client.rpc('desk_product', { p_product: id })
    const base = v.parse(productContentSchema, data.content)
    const values = { ...toFormValues(base), ingredients: 'chillies, sugar' }
    expect(getPublishBlockers(values, { ...base, shelf: 'live' })).toEqual([])

    const published = await publishProduct(owner.client, id, toPayload(values, base), base)
    expect(published.error).toBeNull()
    expect(toFormValues(v.parse(productContentSchema, published.data)).answers).toEqual(
      values.answers,
    )
    expect(published.data.allergens).toBe(row?.label)
    const { data: asked } = await owner.client.rpc('desk_recipe_choices', { p_number: number })
    const options: { allergens: string }[] = asked.choices[0].options
    expect(options.map(({ allergens }) => allergens)).toEqual([row?.label, row?.label])
  },
)

test('answers that an earlier version of the desk sends without the text’s warnings do not take them off the label', async () => {
  const { id } = await createPublishedProduct(owner.client, {
    ingredients: ['chillies'],
    answers: allergenAnswers(),
  })
  await sql`
    update public.products set allergens = ${noFish.text}, active = false, allergen_answers = ${sql.json(withoutFish)}
    where id = ${id}`
  const { data } = await owner.client.rpc('desk_product', { p_product: id })
  const next = { ...data.content, ingredients: ['chillies', 'sugar'] }
  const published = await publishProduct(owner.client, id, next, data.content)
  expect(published.data.allergens).toContain('May contain: fish.')
})
