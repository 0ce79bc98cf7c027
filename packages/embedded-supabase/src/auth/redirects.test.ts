import { expect, test } from 'vitest'
import { parseRedirectTarget } from './redirects.ts'

const siteUrl = new URL('https://shop.example')
const site_paths = { confirmed: '/', link_targets: null }

function leadsThere(given: string, ...patterns: string[]): boolean {
  const settings = { additional_redirect_urls: patterns, site_paths }
  return parseRedirectTarget({ siteUrl, settings }, given, 'recovery') !== null
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

test('a redirect target has at most 500 characters, on the own site and on others', () => {
  for (const origin of ['https://one.example', siteUrl.origin]) {
    const long = `${origin}/${'in/'.repeat(200)}`
    expect(leadsThere(long, '**/in/**/in/**/out')).toBe(false)
    expect(leadsThere(long, `${origin}/**`, long)).toBe(false)
    expect(leadsThere(long.slice(0, 500), `${origin}/**`)).toBe(true)
    expect(leadsThere(`${origin}/${'é'.repeat(160)}`, `${origin}/**`)).toBe(false)
  }
})

test.each([
  '/auth/v1/verify?token=a&type=recovery',
  '/functions/v1',
  '/auth/v1',
  '/in?access_token=a',
  '/in?error_description=a',
  '/in?x=1&err%6fr=a',
])('the address %s is no redirect target, whatever the patterns allow', (path) => {
  expect(leadsThere(path)).toBe(false)
  expect(leadsThere(siteUrl.origin + path, '**')).toBe(false)
  expect(leadsThere(`https://one.example${path}`, '**', `https://one.example${path}`)).toBe(false)
})

test('with link targets a link only redirects to the pages of its type, with the query parameters that they may have', () => {
  const link_targets = { signup: { '/in': ['step', 'done'] }, recovery: { '/new': [] } }
  const settings = { additional_redirect_urls: [], site_paths: { confirmed: '/', link_targets } }
  const read = (given: string, type: string) =>
    parseRedirectTarget({ siteUrl, settings }, given, type)?.href.slice(siteUrl.href.length)
  expect(read('/in?done=1&step=2#there', 'signup')).toBe('in?done=1&step=2')
  expect(read('/in', 'signup')).toBe('in')
  for (const [given, type] of [
    ['/in', 'recovery'],
    ['/new?x', 'recovery'],
    ['/in?done=1&other', 'signup'],
    ['/in/', 'signup'],
    ['/IN', 'signup'],
    ['/new', 'invite'],
    ['/toString', 'constructor'],
  ] as const)
    expect(read(given, type)).toBeUndefined()
  expect(read('/', 'invite')).toBe('')
})

test('a redirect to another site must match one of the patterns, and a redirect to the own site needs none', () => {
  const two = ['https://one.example/**', 'https://two.example/**'] as const
  expect(leadsThere('https://two.example/in', ...two)).toBe(true)
  expect(leadsThere('https://two.example/in')).toBe(false)
  expect(leadsThere('https://shop.example/in')).toBe(true)
})
