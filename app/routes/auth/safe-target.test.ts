import { describe, expect, test } from 'vitest'
import { safeTarget } from './safe-target.ts'

describe('the target after signing in', () => {
  const origin = 'https://shop.example'

  test.each(['/cart', '/cart?from=checkout#lines', '/shop/hot-sauce/apple'])(
    'may be %s',
    (target) => {
      expect(safeTarget(target, origin, '/')).toBe(target)
    },
  )

  test.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https:evil.example',
    'https://evil.example/cart',
    'javascript:alert(1)',
    '/%0d%0a\r\nSet-Cookie: a=b',
    '/\t/evil.example',
    '//user@evil.example',
    'https://shop.example@evil.example',
    'https://shop.example.evil.example/',
    '/.//evil.example',
    'cart',
  ])('is the home page for %j', { tags: ['abuse-21'] }, (target) => {
    expect(safeTarget(target, origin, '/')).toBe('/')
  })

  test('keeps encoded line breaks encoded', () => {
    expect(safeTarget('/cart%0d%0aX', origin, '/')).toBe('/cart%0d%0aX')
  })
})
