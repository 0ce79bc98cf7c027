import { expect, test } from 'vitest'
import { clientAddress } from './caller.ts'

test.each([
  // The header that the shop's own server sets.
  [{ 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  // The headers that Cloudflare sets when a visitor has sent an X-Forwarded-For.
  [{ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'cf-connecting-ip': '203.0.113.9' }, '203.0.113.9'],
  [{ 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }, '203.0.113.9'],
  [{}, 'unknown'],
])('a visitor’s address with the headers %j is %s', (headers, address) => {
  expect(clientAddress(new Request('http://localhost/functions/v1/any', { headers }))).toBe(address)
})
