import { expect, test } from 'vitest'
import { boxPairs } from '../../content/boxes.ts'
import { boxPrice, type BoxRow, boxState, closedLabels } from './box-state.ts'

const [{ boxes }] = boxPairs
const [box] = boxes

function aRow(changes: Partial<BoxRow> = {}): BoxRow {
  return {
    name: box.name,
    slug: box.slug,
    isComingSoon: false,
    tags: ['#subscription-box'],
    prices: [{ unit_amount: 4500, position: 0 }],
    ...changes,
  }
}

test('a box is loading until the response has arrived', () => {
  expect(boxState([aRow()], box, true)).toBe('loading')
})

test('a box without a product, without a slug or with the flag is coming soon, with the reason', () => {
  const other = aRow({ slug: 'twink-box-monthly-subscription', name: 'Twink Box, Monthly' })
  expect(boxState([other], box, false)).toBe('no-product')
  expect(boxState([aRow({ slug: null })], box, false)).toBe('no-slug')
  expect(boxState([aRow({ slug: ' ' })], box, false)).toBe('no-slug')
  expect(boxState([aRow({ isComingSoon: true })], box, false)).toBe('coming-soon')
  expect(Object.values(closedLabels)).toEqual([
    'Coming Soon - No Product',
    'Coming Soon - No Slug',
    'Coming Soon - Flagged',
  ])
})

test('a box with a product and a slug and without the flag is open', () => {
  expect(boxState([aRow()], box, false)).toBe('open')
  expect(boxState([aRow({ isComingSoon: null })], box, false)).toBe('open')
})

test('the price of a box is the first price of the database, or null', () => {
  const prices = [
    { unit_amount: 9900, position: 1 },
    { unit_amount: 4600, position: 0 },
  ]
  expect(boxPrice([aRow({ prices })], box)).toBe(4600)
  expect(boxPrice([aRow({ prices: [{ unit_amount: 0, position: 0 }] })], box)).toBeNull()
  expect(boxPrice([aRow({ prices: [] })], box)).toBeNull()
  expect(boxPrice([], box)).toBeNull()
})
