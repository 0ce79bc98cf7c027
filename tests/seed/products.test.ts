import { expect, test } from 'vitest'
import { canBuy } from '../../domain/availability.ts'
import { filters, createFilterMatcher } from '../../domain/filters.ts'
import { seedDeliveryMethods } from '../../supabase/seed/delivery-methods.ts'
import { seedProducts, type SeedProduct } from '../../supabase/seed/products.ts'

const foods = seedProducts.filter((product) => product.ingredients.length > 0)
const boxes = seedProducts.filter((product) => product.category === 'subscription-box')

function bySlug(slug: string): SeedProduct {
  const found = seedProducts.find((product) => product.slug === slug)
  if (found === undefined) throw new Error(`no product ${slug}`)
  return found
}

function slugsOf(products: SeedProduct[]): string[] {
  return products.map((product) => product.slug)
}

test('the album holds 24 stickers in order, each with its own ids, slug and text', () => {
  expect(seedProducts.map((product) => product.number)).toEqual(
    Array.from({ length: 24 }, (_, index) => index + 1),
  )
  for (const key of ['id', 'slug', 'name', 'tagline', 'description'] as const)
    expect(new Set(seedProducts.map((product) => product[key])).size).toBe(24)
})

test('ids are UUIDs of version 4, which the cart accepts', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/
  const ids = seedProducts.flatMap(({ id, priceId }) => (priceId === null ? [id] : [id, priceId]))
  expect(ids).toHaveLength(47)
  for (const id of ids) expect(id).toMatch(uuid)
})

test('slugs are the names in kebab case, except for the boxes', () => {
  for (const { slug, name } of seedProducts.filter((product) => !boxes.includes(product))) {
    const plain = name
      .replaceAll(/[’&.,?]/g, '')
      .trim()
      .toLowerCase()
    expect(slug).toBe(plain.replaceAll(/\s+/g, '-'))
  }
})

const promised = {
  '': 24,
  'best-seller': 5,
  nashville: 2,
  spicy: 8,
  sauces: 8,
  merchandise: 3,
  'subscription-box': 4,
  bbq: 3,
  'limited-edition': 3,
  'cooking-ingredient': 8,
}

test('every filter matches some products, and the specified filters match as many as promised', () => {
  const counts = filters.map(
    ({ slug }) => [slug, seedProducts.filter(createFilterMatcher(slug)).length] as const,
  )
  expect(Object.fromEntries(counts)).toMatchObject(promised)
  expect(counts.filter(([, count]) => count === 0)).toEqual([])
})

test('two products are sold out, two are coming soon and one has no price', () => {
  const slugs = (wanted: (product: SeedProduct) => boolean) => slugsOf(seedProducts.filter(wanted))
  expect(slugs((product) => product.isSoldOut)).toEqual(['proud-tote', 'pickle-me-pink'])
  expect(slugs((product) => product.isComingSoon)).toEqual([
    'proper-mouthy-mustard',
    'sourpuss-lemon-pepper',
  ])
  expect(slugs((product) => product.price === null)).toEqual(['black-garlic-ranch-dust'])
  expect(slugs((product) => !canBuy({ ...product, active: true }))).toHaveLength(5)
})

test('hot, limited and best-selling products are flagged as specified', () => {
  const numbers = (key: 'isHot' | 'isSeasonalLimited' | 'isBestSeller') =>
    seedProducts.filter((product) => product[key]).map((product) => product.number)
  expect(numbers('isHot')).toEqual([2, 16, 21])
  expect(numbers('isSeasonalLimited')).toEqual([8, 13, 24])
  expect(numbers('isBestSeller')).toEqual([1, 3, 4, 5, 15])
})

test('counted stock is 0 exactly where a product is sold out', () => {
  for (const { isSoldOut, stock } of seedProducts) expect(stock === 0).toBe(isSoldOut)
  expect(bySlug('got-got-need-tee').stock).toBe(40)
})

test('the four featured products can be bought', () => {
  for (const slug of [
    'nashville-chilli-crisp',
    'apple-terror-sauce',
    'mandarin-pineapple-sage-hot-sauce',
    'spice-bag-mix',
  ])
    expect(canBuy({ ...bySlug(slug), active: true })).toBe(true)
})

test('the boxes cost 45 and 20 pounds, monthly and quarterly', () => {
  const terms = boxes.map(({ slug, price, interval }) => [slug, price, interval])
  expect(terms).toEqual([
    ['big-gay-bear-box-monthly-subscription', 4500, { unit: 'month', count: 1 }],
    ['twink-box-monthly-subscription', 2000, { unit: 'month', count: 1 }],
    ['big-gay-bear-box-quarterly-subscription', 4500, { unit: 'month', count: 3 }],
    ['twink-box-quarterly-subscription', 2000, { unit: 'month', count: 3 }],
  ])
  expect(seedProducts.filter((product) => product.interval !== null)).toEqual(boxes)
})

test('clothing comes in sizes from XS to 5XL', () => {
  const sized = seedProducts.filter((product) => product.sizes.length > 0)
  expect(sized.map((product) => product.number)).toEqual([5, 13, 17])
  for (const { sizes } of sized) {
    expect(sizes).toHaveLength(9)
    expect([sizes[0], sizes.at(-1)]).toEqual(['XS', '5XL'])
  }
})

test('every product has its three pictures', () => {
  for (const { slug, imageUrl } of seedProducts)
    expect(imageUrl).toEqual([
      `/generated/stickers/${slug}.svg`,
      `/generated/stickers/${slug}-label.svg`,
      `/generated/stickers/${slug}-third.svg`,
    ])
})

test('every food states its quantity, its storage and three recipe ideas', () => {
  expect(foods).toHaveLength(17)
  for (const { net, netLabel, storage, recipeIdeas } of foods) {
    expect(net?.amount).toBeGreaterThan(0)
    expect(netLabel).toBe(`${net?.amount} ${net?.unit}`)
    expect(storage).not.toBeNull()
    expect(Object.keys(recipeIdeas)).toHaveLength(3)
  }
})

test('a product without weight or volume states what the pack is', () => {
  for (const { net, pack } of seedProducts) expect(net === null).toBe(pack !== null)
})

test('a product has four to six stats from 0 to 10, and its heat agrees with the meter', () => {
  for (const { stats, heat } of seedProducts) {
    expect(stats.length).toBeGreaterThanOrEqual(4)
    expect(stats.length).toBeLessThanOrEqual(6)
    for (const { score } of stats) expect(Math.min(10, Math.max(0, Math.round(score)))).toBe(score)
    const words = stats.find((stat) => stat.name === 'Heat')?.words
    expect(words ?? '0 of 6').toBe(`${heat} of 6`)
  }
})

test('descriptions have two to four sentences and taglines fit their column', () => {
  for (const { description, tagline } of seedProducts) {
    const sentences = description.match(/[.?!](?= |$)/g) ?? []
    expect(sentences.length).toBeGreaterThanOrEqual(2)
    expect(sentences.length).toBeLessThanOrEqual(4)
    expect(tagline.length).toBeLessThanOrEqual(160)
  }
})

test('delivery costs what the specification says', () => {
  expect(seedDeliveryMethods.map(({ id, price }) => [id, price])).toEqual([
    ['standard', 329],
    ['priority', 394],
    ['xl', 649],
  ])
})
