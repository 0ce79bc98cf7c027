import { expect, test } from 'vitest'
import { aProductRow } from '../tests/support/product.ts'
import { toProduct } from './product.ts'
import { intervalText } from './interval-text.ts'
import { netQuantityText, unitPriceText } from './quantity.ts'

test('the first image of a product is the main one, and all of them are listed', () => {
  const product = toProduct(aProductRow({ image_url: ['/a.svg', '', '/b.svg'] }))
  expect(product.image).toBe('/a.svg')
  expect(product.images).toEqual(['/a.svg', '/b.svg'])
})

test('shows and charges the first price by position, with its provider id', () => {
  const product = toProduct(
    aProductRow({
      price: 1,
      prices: [
        {
          id: 'b',
          stripe_price_id: 'price_second',
          unit_amount: 900,
          currency: 'gbp',
          position: 1,
        },
        { id: 'a', stripe_price_id: 'price_first', unit_amount: 850, currency: 'gbp', position: 0 },
      ],
    }),
  )
  expect(product.price).toBe(850)
  expect(product.priceId).toBe('price_first')
  expect(product.prices.map((price) => price.id)).toEqual(['a', 'b'])
})

test('a row with nothing but its id and slug gets defaults', () => {
  const product = toProduct({ id: '1', slug: 'bare' })
  expect(product).toMatchObject({
    name: 'Unnamed Product',
    price: null,
    image: null,
    images: [],
    tags: [],
    allergens: null,
    isSoldOut: false,
    active: true,
    priceId: null,
    interval: null,
    tint: 'butter',
  })
})

test('parses a price that is written as text', () => {
  expect(toProduct(aProductRow({ price: '£7.50', prices: [] })).price).toBe(750)
  expect(toProduct(aProductRow({ price: '750', prices: [] })).price).toBe(750)
})

test('reads the interval of a subscription box', () => {
  const row = aProductRow({
    prices: [
      { id: 'a', unit_amount: 4500, recurring_interval: 'month', recurring_interval_count: 3 },
    ],
  })
  expect(toProduct(row).interval).toEqual({ unit: 'month', count: 3 })
  expect(intervalText({ unit: 'month', count: 3 })).toBe('every 3 months')
  expect(intervalText({ unit: 'month', count: 1 })).toBe('every month')
  expect(intervalText(null)).toBeNull()
})

test('drops stats and recipe ideas of an invalid shape', () => {
  const row = aProductRow({
    stats: [{ name: 'Cheek', score: 99, words: 'Off the chart' }, { name: 'Odd' }, null, 'x'],
    recipeideas: { Eggs: 'Fry them.', Odd: 3 },
  })
  expect(toProduct(row).stats).toEqual([{ name: 'Cheek', score: 10, words: 'Off the chart' }])
  expect(toProduct(row).recipeIdeas).toEqual({ Eggs: 'Fry them.' })
})

test('writes the net quantity and the price per 100', () => {
  const product = toProduct(aProductRow())
  expect(netQuantityText(product)).toBe('190 g')
  expect(unitPriceText(product)).toBe('£4.47 per 100 g')
})

test('describes the pack and shows no unit price when a product has no weight', () => {
  const tote = toProduct(
    aProductRow({ net_quantity: null, net_unit: null, pack: 'organic cotton' }),
  )
  expect(netQuantityText(tote)).toBe('organic cotton')
  expect(unitPriceText(tote)).toBeNull()
})

test('a product with a weight but without a price has no unit price', () => {
  expect(unitPriceText(toProduct(aProductRow({ price: null, prices: [] })))).toBeNull()
})
