import { expect, test } from 'vitest'
import { getClientIpAddress } from './caller.ts'

test.each([
  // The shop's own server sets X-Forwarded-For to the visitor's address.
  [{ 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  // Cloudflare sets these headers when a visitor has sent an X-Forwarded-For.
  [{ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'cf-connecting-ip': '203.0.113.9' }, '203.0.113.9'],
  [{ 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }, '203.0.113.9'],
  [{}, 'unknown'],
])('a visitor’s address with the headers %j is %s', (headers, address) => {
  expect(getClientIpAddress(new Request('http://localhost/functions/v1/any', { headers }))).toBe(
    address,
  )
})
