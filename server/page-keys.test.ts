import { expect, test } from 'vitest'
import { isPersonalPage, getPageKey, normalisePath } from './page-keys.ts'

test('the cache key of a page has only the parameters on which the page depends, sorted', () => {
  expect(getPageKey('/shop', 'utm_source=x&sort=price&filter=bbq&evil=%3Cscript%3E')).toBe(
    '/shop?filter=bbq&sort=price',
  )
  expect(getPageKey('/', 'verified=true')).toBe('/')
  expect(getPageKey('/cart', 'filter=bbq')).toBe('/cart')
})

test.each([
  ['heat=1000', ''],
  ['heat=5-6&heat=0-2', '?heat=5-6'],
  ['sort=cheapest&stock=no&filter=', ''],
  ['stock=in&heat=3-4', '?heat=3-4&stock=in'],
  ['heat=3-4&stock=in&stock=out', '?heat=3-4&stock=in'],
  ['filter=%23BBQ', '?filter=bbq'],
  ['filter=all', ''],
  ['constructor=x&__proto__=y', ''],
])('the cache key of the shop with the query %s has the query %j', (query, expected) => {
  expect(getPageKey('/shop', query)).toBe(`/shop${expected}`)
  expect(getPageKey('/shop.data', query)).toBe(`/shop.data${expected}`)
})

test('client navigation uses the key of the page’s whole data', () => {
  expect(getPageKey('/shop.data', 'filter=bbq&x=1')).toBe('/shop.data?filter=bbq')
  expect(getPageKey('/_.data', 'x=1')).toBe('/_.data')
  expect(getPageKey('/shop.data', '_routes=routes%2Fshop')).toBe('/shop.data')
})

test.each([
  ['/', '/'],
  ['/shop/hot-sauce/apple-terror-sauce', '/shop/hot-sauce/apple-terror-sauce'],
  ['/SHOP', '/shop'],
  ['/Shop/Hot-Sauce/Apple-Terror-Sauce', '/shop/hot-sauce/apple-terror-sauce'],
  ['/%73hop', '/shop'],
  ['/shop/%68ot%2dsauce/x', '/shop/hot-sauce/x'],
  ['/shop/a%2fb/%C3%89%3F', '/shop/a%2Fb/%C3%A9%3F'],
  ['/dates.ics', '/dates.ics'],
  ['/Shop.DATA', '/shop.data'],
  ['/_.data', '/_.data'],
  ['/.data', '/_.data'],
  ['/shop/_.data', '/shop.data'],
  ['/shop//.data', '/shop.data'],
])('the plain form of %s is %s and stays the same when repeated', (pathname, plain) => {
  expect(normalisePath(pathname)).toBe(plain)
  expect(normalisePath(plain)).toBe(plain)
})

test.each([
  '/cart',
  '/auth',
  '/account-settings',
  '/checkout/success',
  '/checkout/cancelled.data',
  '/search?q=sauce',
  '/search.data?q=sauce',
  '/your-data',
  '/your-data/link?token=x',
])('%s is a page for one visitor only', { tags: ['abuse-34'] }, (address) => {
  expect(isPersonalPage(address)).toBe(true)
})

test.each(['/', '/_.data', '/shop?filter=bbq', '/shop/hot-sauce/apple-terror-sauce', '/authors'])(
  '%s is the same page for every visitor',
  (address) => {
    expect(isPersonalPage(address)).toBe(false)
  },
)

test('a parameter of any length gives a key of limited length', () => {
  expect(getPageKey('/shop', `filter=${'x'.repeat(10_000)}`).length).toBeLessThan(300)
  expect(getPageKey('/search', `q=${'x'.repeat(10_000)}`).length).toBeLessThan(300)
})
