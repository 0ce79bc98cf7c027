import { expect, test } from 'vitest'
import { pageKey } from './page-keys.ts'

test('only what a page depends on stays of its query, in one order', () => {
  expect(pageKey('/shop', 'utm_source=x&sort=price&filter=bbq&evil=%3Cscript%3E').address).toBe(
    '/shop?filter=bbq&sort=price',
  )
  expect(pageKey('/', 'verified=true').address).toBe('/')
  expect(pageKey('/cart', 'filter=bbq').address).toBe('/cart')
})

test('client navigation asks for the same page’s data', () => {
  expect(pageKey('/shop.data', 'filter=bbq&x=1').address).toBe('/shop.data?filter=bbq')
  expect(pageKey('/_.data', 'x=1').address).toBe('/_.data')
  expect(pageKey('/shop.data', '_routes=routes%2Fshop').address).toBe(
    '/shop.data?_routes=routes%2Fshop',
  )
  expect(pageKey('/shop.data', '_routes=%3Cscript%3E').address).toBe('/shop.data')
})

test.each([
  '/cart',
  '/auth',
  '/account-settings',
  '/checkout/success',
  '/checkout/cancelled.data',
  '/search',
  '/your-data',
  '/your-data/link',
])('%s is for one visitor only', (path) => {
  expect(pageKey(path, '').isPersonal).toBe(true)
})

test.each(['/', '/shop', '/shop/hot-sauce/apple-terror-sauce', '/authors'])(
  '%s is the same for everybody',
  (path) => {
    expect(pageKey(path, '').isPersonal).toBe(false)
  },
)

test('a value of any length makes a key of bounded length', () => {
  expect(pageKey('/shop', `filter=${'x'.repeat(10_000)}`).address.length).toBeLessThan(300)
})
