import { expect, test } from 'vitest'
import { parseRedirectTarget } from './redirects.ts'

const siteUrl = new URL('https://shop.example')

function leadsThere(given: string, ...patterns: string[]): boolean {
  const settings = { additional_redirect_urls: patterns, site_paths: { confirmed: '/' } }
  return parseRedirectTarget({ siteUrl, settings }, given) !== null
}

// Examples from Supabase's documentation, each with URLs that almost match.
test.each<[pattern: string, fits: string[], others: string[]]>([
  [
    'http://localhost:3000/*',
    ['http://localhost:3000/foo', 'http://localhost:3000/'],
    ['http://localhost:3000/foo/bar', 'http://localhost:3000/foo/', 'http://localhost:3000/a.b'],
  ],
  [
    'http://localhost:3000/**',
    ['http://localhost:3000/foo', 'http://localhost:3000/foo/bar?x=1.2#there'],
    ['http://localhost:3001/foo', 'https://localhost:3000/foo'],
  ],
  ['http://localhost:3000/?', ['http://localhost:3000/f'], ['http://localhost:3000/foo']],
  ['http://localhost:3000/[!a-z]', ['http://localhost:3000/1'], ['http://localhost:3000/a']],
  [
    'https://*-account.vercel.app/**',
    ['https://one-two-account.vercel.app/in?code=1'],
    ['https://account.vercel.app/in', 'https://evil.example/x-account.vercel.app/in'],
  ],
  [
    'https://*.shop.example',
    ['https://a.shop.example', 'https://a.shop.example/'],
    ['https://a.b.shop.example', 'https://a.shop.example/in', 'https://evil?.shop.example'],
  ],
  ['https://{one,two}.example/', ['https://two.example'], ['https://one,two.example/']],
  ['app.shop://in/*', ['app.shop://in/there'], ['app.shop://out/there', 'other://in/there']],
  [String.raw`https://one.example/\*`, ['https://one.example/*'], ['https://one.example/a']],
  ['https://*/in', ['https://intranet/in'], ['https://[2001:db8::1]/in', 'https://3232235777/in']],
  ['http://127.0.0.1:*/in', ['http://127.0.0.1:8080/in'], ['http://127.0.0.1:80.evil.example/in']],
  ['https://192.0.2.1/in', ['https://192.0.2.1/in'], ['https://192.0.2.1/out']],
])('the redirect pattern %s matches the same addresses as in GoTrue', (pattern, fits, others) => {
  const led = (addresses: string[]) => addresses.filter((address) => leadsThere(address, pattern))
  expect([led(fits), led(others)]).toEqual([fits, []])
})

test('an address longer than 2,000 characters is not matched against redirect patterns', () => {
  const long = `https://one.example/${'in/'.repeat(700)}`
  expect(leadsThere(long, '**/in/**/in/**/out')).toBe(false)
  expect(leadsThere(long, 'https://one.example/**')).toBe(false)
  expect(leadsThere(long.slice(0, 2000), 'https://one.example/**')).toBe(true)
})

test('a redirect to another site must match one of the patterns, and a redirect to the own site needs none', () => {
  const two = ['https://one.example/**', 'https://two.example/**'] as const
  expect(leadsThere('https://two.example/in', ...two)).toBe(true)
  expect(leadsThere('https://two.example/in')).toBe(false)
  expect(leadsThere('https://shop.example/in')).toBe(true)
})
