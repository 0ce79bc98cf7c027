import { afterAll, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  type AllergenAnswer,
  type AllergenAnswers,
  allergenLabel,
  allergensIn,
  answersOf,
  openAllergens,
} from '../../domain/allergen-answers.ts'
import { type Allergen, type AllergenId, allergens } from '../../domain/allergen-words.ts'
import { isFood, productGaps } from '../../domain/product-gaps.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

/** A pattern as PostgreSQL writes it. */
const inSql = (pattern: string | undefined) => pattern?.replaceAll('\\b', '\\y') ?? null

test('the database and the desk know the same fourteen by the same words', async () => {
  const rows = await sql`select id, label, words, names from public.allergen_words() order by place`
  const wanted = allergens.map(({ id, name, words, names }: Allergen) => ({
    id,
    label: name.toLowerCase(),
    words: inSql(words),
    names: inSql(names),
  }))
  expect([...rows]).toEqual(wanted)
})

const tricky = [
  'Coconut milk, oat milk, butter beans, cream of tartar, peanut butter',
  'oyster mushrooms, oysters, nutmeg, butternut squash, buckwheat',
  'Malt vinegar, brazil nuts, marzipan, BARLEY, Wheat flour, soy',
  'metabisulphite, sulphur dioxide, yoghurt, yogurts, bulghur',
]

test.each([...tricky, ...seedProducts.map(({ ingredients }) => ingredients.join(', '))])(
  'both find the same allergens in %j',
  async (text) => {
    const rows = await sql`
      select id from public.allergen_words() where ${text} ~* words order by place`
    const found = [...allergensIn(text).keys()]
    expect(rows.map(({ id }) => id)).toEqual(
      allergens.map(({ id }) => id).filter((id) => found.includes(id)),
    )
  },
)

const anyAnswers = fc.record(
  Object.fromEntries(
    allergens.map(({ id }) => [id, fc.constantFrom<AllergenAnswer>('contains', 'may', 'free')]),
  ) as Record<AllergenId, fc.Arbitrary<AllergenAnswer>>,
  { requiredKeys: allergens.slice(1).map(({ id }) => id) },
)

test('both write the same label, and none while one of the fourteen is not known', async () => {
  const answers = fc.sample(anyAnswers, 60)
  for (const [index, given] of answers.entries()) {
    const recipe = tricky[index % tricky.length] ?? ''
    const [row] =
      await sql`select public.allergen_label(${recipe}, ${sql.json({ ...given })}) as label`
    expect(row?.label).toBe(allergenLabel(recipe, given))
  }
})

test('both find the same gaps', async () => {
  const whole: AllergenAnswers = Object.fromEntries(allergens.map(({ id }) => [id, 'free']))
  const words: [RegExp, string][] = [
    [/^photos$/, 'picture'],
    [/^alt$/, 'what the picture shows'],
    [/^name$/, 'name'],
    [/^price$/, 'price'],
    [/^net$/, 'net quantity'],
    [/^ingredients$/, 'ingredients'],
    [/: not known$/, 'all fourteen allergens'],
    [/: the ingredients name it$/, 'allergens named in its ingredients'],
    [/^storage$/, 'how to keep it'],
  ]
  const some = fc.record({
    name: fc.constantFrom('', 'Hot Gossip'),
    price: fc.constantFrom(null, 650),
    category: fc.constantFrom('hot-sauce', 'merchandise', 'subscription-box'),
    images: fc.constantFrom<string[]>(
      [],
      ['/generated/a.svg'],
      ['/storage/v1/object/public/products/a/b-1200.webp'],
    ),
    alt: fc.constantFrom('', 'A bottle'),
    net: fc.constantFrom(null, 60),
    ingredients: fc.constantFrom<string[]>([], ['chilli'], ['**mustard** seeds']),
    answers: fc.constantFrom<AllergenAnswers>({}, whole, { ...whole, mustard: 'contains' }),
    storage: fc.constantFrom('', 'Keep cool.'),
  })
  for (const typed of fc.sample(some, 80)) {
    const { images, alt, ...rest } = typed
    const [row] =
      await sql`select public.product_gaps(${sql.json({ ...rest, images, alts: [alt] })}) as gaps`
    const gaps = productGaps({
      ...rest,
      ingredients: rest.ingredients.join(', ').replaceAll('**', ''),
      photos: images.map((src) => ({ src, alt })),
    }).map(({ field, title }) => words.find(([like]) => like.test(field) || like.test(title))?.[1])
    expect({ typed, gaps: row?.gaps }).toEqual({ typed, gaps: [...new Set(gaps)] })
  }
})

test('the seed answers for nobody: what nobody has said of an allergen is not known', async () => {
  expect(
    await sql`select slug from public.products where allergen_answers is not null`,
  ).toHaveLength(0)
  for (const { slug, allergens: label, ingredients } of seedProducts.filter(({ category }) =>
    isFood(category),
  )) {
    const answers = answersOf(label)
    const contained = allergens.filter(({ id }) => answers[id] === 'contains').map(({ id }) => id)
    expect({ slug, contained }).toEqual({
      slug,
      contained: expect.arrayContaining([...allergensIn(ingredients.join(', ')).keys()]),
    })
    expect({ slug, free: Object.values(answers).includes('free') }).toEqual({ slug, free: false })
    expect(openAllergens(answers).length).toBeGreaterThan(0)
  }
})
