import { afterAll, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  type AllergenAnswer,
  type AllergenAnswers,
  formatAllergenLabel,
  findAllergens,
} from '../../domain/allergen-answers.ts'
import { type Allergen, type AllergenId, allergens } from '../../domain/allergen-words.ts'
import { onlyAddsWarnings } from '../../domain/added-warnings.ts'
import { labelText } from '../../domain/label-text.ts'
import { isFood, findMissingProductData } from '../../domain/product-gaps.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

/** Converts a JavaScript pattern to PostgreSQL's syntax. */
const inSql = (pattern: string | undefined) => pattern?.replaceAll('\\b', '\\y') ?? null

test('the database and the desk have the same fourteen allergens with the same patterns', async () => {
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
  'soy sauce (5%), gluten-free soy sauce, teriyaki sauce (water, soya), pine nuts, wheat-free rusks',
  'soya bean sauce, tiger-nuts, tamari soy sauce (tamari), hoisin, soy sauce (dark)',
  'gluten-free soy sauce, soy sauce (water; soybeans; salt), pine nuts',
  'mus\u00ADtard, \uFB01sh, _peanuts_, sea-bass, pea\u200Bnuts, pea-nuts, **mustard** flour, \uFEFFsoy, sulphur\u00A0dioxide, nam\u2011pla',
  'rice flour, corn-flour, gluten-free bread, rice noodles, glass noodles, lupine flour, bread-and-butter-bean pickles',
  'flour, noodles, pasta, naan, bread, pesto, vegan pesto, biscuits',
  'metabisulphite, sulphur dioxide, yoghurt, yogurts, bulghur',
]

test.each([...tricky, ...seedProducts.map(({ ingredients }) => ingredients.join(', '))])(
  'the database and the desk find the same allergens in %j',
  async (text) => {
    const rows = await sql`
      select id from public.allergen_words() where public.allergen_text(${text}) ~* words order by place`
    const found = [...findAllergens(text).keys()]
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

test('the database and the desk write the same label, including what is not known', async () => {
  const answers = fc.sample(anyAnswers, 60)
  for (const [index, given] of answers.entries()) {
    const recipe = tricky[index % tricky.length] ?? ''
    const [row] =
      await sql`select public.allergen_label(${recipe}, ${sql.json({ ...given })}) as label`
    expect(row?.label).toBe(formatAllergenLabel(recipe, given))
  }
})

test('the database and the desk find the same gaps in a product', async () => {
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
    const gaps = findMissingProductData({
      ...rest,
      ingredients: rest.ingredients.join(', ').replaceAll('**', ''),
      photos: images.map((src) => ({ src, alt })),
    }).map(({ field, title }) => words.find(([like]) => like.test(field) || like.test(title))?.[1])
    expect({ typed, gaps: row?.gaps }).toEqual({ typed, gaps: [...new Set(gaps)] })
  }
})

const sentence = fc
  .tuple(
    fc.constantFrom(
      'Contains: ',
      'Contains ',
      'May contain: ',
      'Free from ',
      'Made near ',
      'Not known: ',
    ),
    fc.constantFrom('milk', '**wheat**, rye', 'nuts, sesame', 'brazil nuts', 'nothing at all'),
  )
  .map(([opening, words]) => `${opening}${words}.`)
const someRow = fc.record({
  category: fc.constantFrom('hot-sauce', 'merchandise', 'subscription-box'),
  ingredients: fc.subarray([
    'chilli',
    '**barley** malt',
    'coconut milk',
    'almonds (roasted)',
    ' salt ',
  ]),
  allergens: fc.oneof(
    fc.constantFrom(null, ' ', 'None of the 14 named allergens is an ingredient.'),
    fc.array(sentence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  ),
  answers: fc.oneof(fc.constant(null), anyAnswers, fc.constant<AllergenAnswers>({ nuts: 'may' })),
})

test(
  'a product page and an order show the same label for any answers, text and ingredients',
  { tags: ['abuse-allergens'] },
  async () => {
    for (const { answers, ...row } of fc.sample(someRow, 150)) {
      const [labelRow] = await sql`
      select public.label_text(jsonb_populate_record(null::public.products, ${sql.json({ ...row, allergen_answers: answers })})) as words`
      expect({ row, answers, words: labelRow?.words }).toEqual({
        row,
        answers,
        words: labelText({ ...row, allergen_answers: answers }),
      })
    }
  },
)

test('the desk and the database agree on which changes only add a warning', async () => {
  for (const { answers, ...row } of fc.sample(someRow, 150)) {
    const [next] = fc.sample(fc.oneof(fc.constant(null), anyAnswers, fc.constant(answers)), 1)
    const recipe = [...row.ingredients, 'lupin'].slice(Number(answers === null)).join(', ')
    const [labelRow] = await sql`
      select public.only_adds_warnings(
        jsonb_populate_record(null::public.products, ${sql.json({ ...row, allergen_answers: answers })}),
        ${recipe.replaceAll('**', '')}, ${next === null || next === undefined ? null : sql.json(next)}
      ) as adds`
    const change = { recipe: recipe.replaceAll('**', ''), answers: next ?? null }
    expect({ row, answers, change, adds: labelRow?.adds }).toEqual({
      row,
      answers,
      change,
      adds: onlyAddsWarnings({ ...row, allergen_answers: answers }, change),
    })
  }
})

test('every food of the seeded album has all fourteen answers and the label that its page shows', async () => {
  const rows = await sql`
    select slug, public.label_text(p) = allergens as is_same, public.count_unanswered_allergens(allergen_answers) as open
    from public.products p where public.is_food_category(category)`
  expect(rows).toHaveLength(seedProducts.filter(({ category }) => isFood(category)).length)
  for (const row of rows) expect(row).toMatchObject({ is_same: true, open: 0 })
})

test('a label counts as incomplete when answers are missing or were never given', async () => {
  const count = async () => (await sql`select public.incomplete_labels() as labels`)[0]?.labels
  const before = await count()
  await sql`update public.products set allergen_answers = null where slug = 'hot-tomato-ketchup'`
  await sql`update public.products set allergen_answers = allergen_answers - 'nuts' - 'milk' where slug = 'taco-dust' or slug = 'trailer-trash-taco-dust'`
  expect(before).toEqual({ count: 0, names: [] })
  expect(await count()).toEqual({
    count: 2,
    names: ['Hot Tomato Ketchup', 'Trailer Trash Taco Dust'],
  })
})
