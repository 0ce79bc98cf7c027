import { expect, test } from 'vitest'
import { aProduct } from '../tests/support/product.ts'
import { getAvailability, canBuy, hasPrice } from './availability.ts'
import { getBadges } from './badges.ts'

test('a product without flags is available and can be bought', () => {
  expect(getAvailability(aProduct())).toBe('available')
  expect(canBuy(aProduct())).toBe(true)
})

test('a sold-out or coming-soon product cannot be bought', () => {
  expect(getAvailability(aProduct({ isSoldOut: true }))).toBe('sold-out')
  expect(getAvailability(aProduct({ isComingSoon: true }))).toBe('coming-soon')
  expect(getAvailability(aProduct({ isSoldOut: true, isComingSoon: true }))).toBe('sold-out')
  expect(canBuy(aProduct({ isSoldOut: true }))).toBe(false)
  expect(canBuy(aProduct({ isComingSoon: true }))).toBe(false)
})

test('a product with a stock of zero is sold out, and one without a stock count is not', () => {
  expect(getAvailability(aProduct({ stock: 0 }))).toBe('sold-out')
  expect(getAvailability(aProduct({ stock: 1 }))).toBe('available')
  expect(getAvailability(aProduct({ stock: null }))).toBe('available')
})

test('a product without a real price cannot be bought', () => {
  expect(hasPrice(aProduct({ price: null }))).toBe(false)
  expect(hasPrice(aProduct({ price: 0 }))).toBe(false)
  expect(canBuy(aProduct({ price: 0 }))).toBe(false)
})

test('lists all badges that apply, the hazard badge first', () => {
  const all = aProduct({ isBestSeller: true, isSeasonalLimited: true, isHot: true })
  expect(getBadges(all)).toEqual(['hot', 'limited', 'best-seller'])
})

test('badges depend on the flags and not on the heat', () => {
  expect(getBadges(aProduct({ isBestSeller: false, heat: 6 }))).toEqual([])
  expect(getBadges(aProduct({ isBestSeller: false, isHot: true, heat: 0 }))).toEqual(['hot'])
})
