import { expect, test } from 'vitest'
import { boxPairs } from '../../content/boxes.ts'
import { getBoxPrice, type BoxRow, getBoxState, closedButtonLabels } from './box-state.ts'

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
  expect(getBoxState([aRow()], box, true)).toBe('loading')
})

test('a box without a product, without a slug or with the flag is coming soon, with the reason', () => {
  const other = aRow({ slug: 'twink-box-monthly-subscription', name: 'Twink Box, Monthly' })
  expect(getBoxState([other], box, false)).toBe('no-product')
  expect(getBoxState([aRow({ slug: null })], box, false)).toBe('no-slug')
  expect(getBoxState([aRow({ slug: ' ' })], box, false)).toBe('no-slug')
  expect(getBoxState([aRow({ isComingSoon: true })], box, false)).toBe('coming-soon')
  expect(Object.values(closedButtonLabels)).toEqual([
    'Coming Soon - No Product',
    'Coming Soon - No Slug',
    'Coming Soon - Flagged',
  ])
})

test('a box with a product and a slug and without the flag is open', () => {
  expect(getBoxState([aRow()], box, false)).toBe('open')
  expect(getBoxState([aRow({ isComingSoon: null })], box, false)).toBe('open')
})

test('the price of a box is the first price of the database, or null', () => {
  const prices = [
    { unit_amount: 9900, position: 1 },
    { unit_amount: 4600, position: 0 },
  ]
  expect(getBoxPrice([aRow({ prices })], box)).toBe(4600)
  expect(getBoxPrice([aRow({ prices: [{ unit_amount: 0, position: 0 }] })], box)).toBeNull()
  expect(getBoxPrice([aRow({ prices: [] })], box)).toBeNull()
  expect(getBoxPrice([], box)).toBeNull()
})
