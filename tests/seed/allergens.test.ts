import { expect, test } from 'vitest'
import {
  findAllergens,
  kitchenAllergens,
  getUnansweredAllergens,
} from '../../domain/allergen-answers.ts'
import { allergens } from '../../domain/allergen-words.ts'
import { seedProducts, type SeedProduct } from '../../supabase/seed/products.ts'

const foods = seedProducts.filter((product) => product.ingredients.length > 0)

/** Ingredients that contain an allergen, and the allergen's word that must be emphasised in the list of ingredients. */
const giveaways: [RegExp, string][] = [
  [/wheat|semolina|couscous|breadcrumb/i, 'wheat'],
  [/barley|\bale\b|\bbeer\b|malt vinegar/i, 'barley'],
  [/\bmilk|buttermilk|butter\b|cream|cheese|whey|yoghurt/i, 'milk'],
  [/mustard/i, 'mustard'],
  [/celery|celeriac/i, 'celery'],
  [/soya|\bsoy\b|tofu|miso|\btamari\b/i, 'soya'],
  [/sesame|tahini/i, 'sesame'],
  [/anchov|\bfish/i, 'fish'],
  [/sulph|white wine vinegar/i, 'sulphites'],
]

/** Ingredients with allergens that this kitchen does not use at all. */
const foreign =
  /\begg|almond|cashew|hazelnut|walnut|pecan|pistachio|macadamia|brazil nut|peanut|lupin|prawn|crab|lobster|shrimp|oyster|mussel|clam|squid|\brye\b|\boats?\b|spelt/i

function emphasised(product: SeedProduct): Set<string> {
  const words = product.ingredients.join(', ').matchAll(/\*\*([^*]+)\*\*/g)
  return new Set([...words].map(([, word]) => (word ?? '').toLowerCase()))
}

function namedOnLabel(product: SeedProduct): Set<string> {
  const sentence = /^Contains: ([^.]+)\./.exec(product.allergens)?.[1]
  return new Set(sentence?.split(', '))
}

test('the label names exactly the allergens that are emphasised among the ingredients', () => {
  for (const product of foods)
    expect([product.slug, namedOnLabel(product)]).toEqual([product.slug, emphasised(product)])
})

test('an ingredient that contains an allergen has its name emphasised in the same item', () => {
  const silent = foods.flatMap((product) =>
    product.ingredients.filter((item) =>
      giveaways.some(
        ([giveaway, allergen]) =>
          giveaway.test(item) && !item.toLowerCase().includes(`**${allergen}**`),
      ),
    ),
  )
  expect(silent).toEqual([])
})

test('an allergen’s name is never written without emphasis', () => {
  for (const product of foods) {
    const plain = product.ingredients.join(', ').replaceAll(/\*\*[^*]+\*\*/g, '')
    for (const allergen of kitchenAllergens)
      expect(plain).not.toMatch(new RegExp(`\\b${allergen}\\b`, 'i'))
    expect(plain).not.toMatch(foreign)
  }
})

test('every food answers all fourteen allergens, with “contains” exactly for those its ingredients name', () => {
  for (const { slug, answers, ingredients } of foods) {
    expect([slug, getUnansweredAllergens(answers ?? {})]).toEqual([slug, []])
    const contained = Object.entries(answers ?? {}).filter(([, answer]) => answer === 'contains')
    expect([slug, new Set(contained.map(([id]) => id))]).toEqual([
      slug,
      new Set(findAllergens(ingredients.join(', ')).keys()),
    ])
  }
})

test('a food “may contain” only allergens that the kitchen handles', () => {
  const handled = [...findAllergens(kitchenAllergens.join(', ')).keys()]
  const givenAnswers = foods.flatMap(({ answers }) => Object.entries(answers ?? {}))
  const may = givenAnswers.filter(([, answer]) => answer === 'may').map(([id]) => id)
  expect(handled).toEqual(expect.arrayContaining(may))
})

test('a shopper who avoids any one of the fourteen allergens finds food that fits', () => {
  for (const { id } of allergens)
    expect([id, foods.filter(({ answers }) => answers?.[id] === 'free').length > 3]).toEqual([
      id,
      true,
    ])
})

test('the kitchen handles the allergens of its recipes and peanuts', () => {
  const used = new Set(foods.flatMap((product) => [...emphasised(product)]))
  expect([...used, 'peanuts'].toSorted()).toEqual([...kitchenAllergens].toSorted())
})

test('no label claims to be free from anything', () => {
  for (const { allergens, description, tagline } of seedProducts)
    expect(`${allergens} ${description} ${tagline}`).not.toMatch(
      /free[ -]from|(gluten|dairy|nut)[ -]free|vegan/i,
    )
})

test('a box says that its leaflet lists the allergens and whom to ask', () => {
  for (const product of seedProducts.filter(({ category }) => category === 'subscription-box')) {
    expect(product.ingredients).toEqual([])
    expect(new Set(Object.values(product.answers ?? {}))).toEqual(new Set(['may']))
    expect(product.allergens).toContain('The leaflet in each box lists every allergen')
    expect(product.allergens).toContain('ask us')
    for (const allergen of kitchenAllergens) expect(product.allergens).toContain(allergen)
  }
})

test('merchandise has no ingredients and says that it is not food', () => {
  for (const product of seedProducts.filter(({ category }) => category === 'merchandise')) {
    expect(product.ingredients).toEqual([])
    expect(product.allergens).toMatch(/^Not food/)
    expect(product.description).toMatch(/cotton|stoneware/)
  }
})

test('percentages in a recipe never increase down the list', () => {
  for (const product of foods) {
    const shares = product.ingredients.flatMap((item) => {
      const share = /\((\d+)%/.exec(item)?.[1]
      return share === undefined ? [] : [Number(share)]
    })
    expect([product.slug, shares]).toEqual([
      product.slug,
      shares.toSorted((one, other) => other - one),
    ])
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(100)
  }
})
