import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPence, calculatePencePerHundred } from './money.ts'
import { parsePrice } from './price-text.ts'

const pence = fc.integer({ min: 1, max: 9_999_999_999 })

test('prices are shown as pounds with two decimals', () => {
  expect(formatPence(850)).toBe('£8.50')
  expect(formatPence(5)).toBe('£0.05')
  expect(formatPence(4500)).toBe('£45.00')
  expect(formatPence(123456789)).toBe('£1,234,567.89')
})

test('formats a missing, zero or invalid amount as £0.00', () => {
  expect(formatPence(null)).toBe('£0.00')
  expect(formatPence(0)).toBe('£0.00')
  expect(formatPence(-0)).toBe('£0.00')
  expect(formatPence(Number.NaN)).toBe('£0.00')
})

test('a refund is shown with a minus before the pound sign', () => {
  expect(formatPence(-329)).toBe('-£3.29')
})

test('formats pounds as Intl.NumberFormat does for en-GB', () => {
  const platform = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  fc.assert(fc.property(pence, (amount) => formatPence(amount) === platform.format(amount / 100)))
})

test('parses a formatted price back as the same pence', () => {
  fc.assert(fc.property(pence, (amount) => parsePrice(formatPence(amount)) === amount))
})

test('parses digits without a sign or point as pence, also with commas', () => {
  fc.assert(fc.property(pence, (amount) => parsePrice(String(amount)) === amount))
  expect(parsePrice('1,250')).toBe(1250)
})

test('parses an amount with a pound sign, a dollar sign or a point as pounds', () => {
  expect(parsePrice('£8')).toBe(800)
  expect(parsePrice('$8')).toBe(800)
  expect(parsePrice('8.5')).toBe(850)
  expect(parsePrice('.99')).toBe(99)
  expect(parsePrice('£ 1,234.50')).toBe(123450)
  expect(parsePrice('0.295')).toBe(30)
})

test('parses text that is not a price as 0', () => {
  for (const text of ['', '£', '.', 'free', '-5', '1e9', '1.2.3', '8.50 each', '9'.repeat(40)])
    expect(parsePrice(text)).toBe(0)
})

test('parses any value as whole pence that are never negative', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (value) => {
      const parsed = parsePrice(value)
      return Number.isSafeInteger(parsed) && parsed >= 0
    }),
  )
})

test('the unit price is for 100 units, to the nearest penny', () => {
  expect(calculatePencePerHundred(850, 190)).toBe(447)
  expect(calculatePencePerHundred(700, 150)).toBe(467)
})

test('there is no unit price without a price or without a quantity', () => {
  expect(calculatePencePerHundred(null, 190)).toBeNull()
  expect(calculatePencePerHundred(0, 190)).toBeNull()
  expect(calculatePencePerHundred(850, null)).toBeNull()
  expect(calculatePencePerHundred(850, 0)).toBeNull()
})
