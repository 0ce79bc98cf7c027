import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPageItems, getPageCount, parsePage } from './paging.ts'

test('parses page numbers from 1, and anything else as the first page', () => {
  const values = ['2', '209', '0', '-1', '1.5', '2e9', '02', '', null]
  expect(values.map(parsePage)).toEqual([2, 209, 1, 1, 1, 1, 1, 1, 1])
})

test('each product is on exactly one page, in order', () => {
  fc.assert(
    fc.property(fc.nat(500), (count) => {
      const products = Array.from({ length: count }, (_, index) => index)
      const pages = Array.from({ length: getPageCount(count) }, (_, index) =>
        getPageItems(products, index + 1),
      )
      expect(pages.flat()).toEqual(products)
      expect(getPageItems(products, pages.length + 1)).toEqual([])
    }),
  )
})
