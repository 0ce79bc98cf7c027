import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

const slug = 'nashville-chilli-crisp'
const label = {
  ingredients: ['chillies', '**mustard** seeds'],
  allergens: 'Contains: mustard.',
  net_quantity: 150,
  net_unit: 'ml',
}

/** Inserts a new sauce directly into the table. Returns the error message of the database, or null. */
async function addSauce(changes: object): Promise<string | null> {
  const name = { slug: `new-${crypto.randomUUID()}`, name: 'Hot Gossip', category: 'hot-sauce' }
  const { error } = await shop.secret.from('products').insert({ ...name, ...changes })
  return error === null ? null : error.message
}

test('every seeded product on sale has a complete label', async () => {
  const rows = await sql`
    select slug, public.label_gaps(p) as gaps from public.products p where active and public.label_gaps(p) is not null`
  expect(rows).toEqual([])
})

test('food with a complete label can go on sale', async () => {
  expect(await addSauce(label)).toBeNull()
})

test.each([
  [{}, 'ingredients, allergens and net quantity'],
  [{ ...label, ingredients: [] }, 'ingredients'],
  [{ ...label, ingredients: [' ', '\u00a0'] }, 'ingredients'],
  [{ ...label, allergens: null }, 'allergens'],
  [{ ...label, allergens: '  ' }, 'allergens'],
  [{ ...label, net_quantity: null, net_unit: null }, 'net quantity'],
  [{ ...label, ingredients: [], allergens: null }, 'ingredients and allergens'],
])('food with the label %j is refused with the missing parts: %s', async (fields, gaps) => {
  expect(await addSauce(fields)).toBe(
    `Hot Gossip cannot go on sale yet: its label still needs ${gaps}. Fill that in first, or set active to false until then.`,
  )
  expect(await addSauce({ ...fields, active: false })).toBeNull()
})

test.each(['merchandise', 'subscription-box'])(
  'a product of the category %s needs no label',
  async (category) => {
    expect(await addSauce({ category })).toBeNull()
  },
)

test('a label cannot be emptied nor the category changed while the food is on sale', async () => {
  const change = async (changes: object) =>
    (await shop.secret.from('products').update(changes).eq('slug', slug)).error?.code
  expect(await change({ allergens: null })).toBe('23514')
  expect(await change({ active: false, allergens: null })).toBeUndefined()
  expect(await change({ active: true })).toBe('23514')
  expect(await change({ active: true, allergens: 'Contains: soya.' })).toBeUndefined()
  const tote = shop.secret.from('products').update({ category: 'seasoning' })
  expect((await tote.eq('slug', 'proud-tote')).error?.message).toContain(
    'Proud Tote cannot go on sale yet',
  )
})

test('food on sale since before the rule stays on sale and can change its price', async () => {
  await sql`alter table public.products disable trigger products_label`
  await sql`update public.products set allergens = null where slug = 'spice-bag-mix'`
  await sql`alter table public.products enable trigger products_label`
  await sql`update public.products set stock = 3, "isBestSeller" = true where slug = 'spice-bag-mix'`
  await sql`
    update public.prices set unit_amount = 495, stripe_price_id = 'price_new' where product_id = (select id from public.products where slug = 'spice-bag-mix')`
  const [row] = await sql`select stock, price from public.products where slug = 'spice-bag-mix'`
  expect(row).toEqual({ stock: 3, price: 495 })
})

test('an incomplete label on sale can get another allergen but no further gap', async () => {
  const slugged = (changes: object) =>
    shop.secret.from('products').update(changes).eq('slug', 'hot-tomato-ketchup')
  await sql`alter table public.products disable trigger products_label`
  await sql`update public.products set net_quantity = null, net_unit = null where slug = 'hot-tomato-ketchup'`
  await sql`alter table public.products enable trigger products_label`
  expect((await slugged({ allergens: 'Contains: celery, peanuts.' })).error).toBeNull()
  expect((await slugged({ ingredients: [] })).error?.code).toBe('23514')
  expect((await slugged({ active: false })).error).toBeNull()
  expect((await slugged({ active: true })).error?.code).toBe('23514')
})
