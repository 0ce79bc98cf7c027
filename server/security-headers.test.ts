import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { commonHeaders, pagePolicy } from './security-headers.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test(
  'inline scripts are named by their hashes and nothing else inline may run',
  { tags: ['abuse-35'] },
  () => {
    const page =
      '<script>a()</script><script type="module" async="">b()</script><script src="/x.js"></script>'
    const policy = pagePolicy(Buffer.from(page), [])
    expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b()')};`)
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  },
)

test('structured data is no script and needs no hash', () => {
  const page = Buffer.from('<script type="application/ld+json">{}</script>')
  expect(pagePolicy(page, [])).toContain("script-src 'self';")
})

test(
  'the promise to stay on https is made only where the site is on https',
  { tags: ['abuse-35'] },
  () => {
    expect(commonHeaders(new URL('https://shop.example'))).toHaveProperty(
      'strict-transport-security',
    )
    expect(commonHeaders(new URL('http://localhost:3000'))).not.toHaveProperty(
      'strict-transport-security',
    )
  },
)

test('pages may show what a backend elsewhere keeps, and send forms to it', () => {
  const policy = pagePolicy(Buffer.from('<p>'), ['https://abc.supabase.co'])
  for (const kind of ['connect-src', 'form-action', 'media-src', "img-src 'self' data:"])
    expect(policy).toMatch(new RegExp(`${kind}[^;]* https://abc\\.supabase\\.co(;|$)`))
})
