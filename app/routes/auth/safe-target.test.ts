import { describe, expect, test } from 'vitest'
import { getSafeTarget } from './safe-target.ts'

describe('safeTarget', () => {
  const origin = 'https://shop.example'

  test.each(['/cart', '/cart?from=checkout#lines', '/shop/hot-sauce/apple'])(
    'accepts %s as the target after signing in',
    (target) => {
      expect(getSafeTarget(target, origin, '/')).toBe(target)
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
  ])(
    'replaces the target %j after signing in with the home page',
    { tags: ['abuse-21'] },
    (target) => {
      expect(getSafeTarget(target, origin, '/')).toBe('/')
    },
  )

  test('keeps encoded line breaks in the target after signing in encoded', () => {
    expect(getSafeTarget('/cart%0d%0aX', origin, '/')).toBe('/cart%0d%0aX')
  })
})
