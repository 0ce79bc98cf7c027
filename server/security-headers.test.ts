import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getCommonHeaders, getPageSecurityPolicy } from './security-headers.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test(
  'the policy allows inline scripts by their hashes and no others',
  { tags: ['abuse-35'] },
  () => {
    const page =
      '<script>a()</script><script type="module" async="">b()</script><script src="/x.js"></script>'
    const policy = getPageSecurityPolicy(Buffer.from(page), [])
    expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b()')};`)
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  },
)

test('structured data needs no hash in the policy', () => {
  const page = Buffer.from('<script type="application/ld+json">{}</script>')
  expect(getPageSecurityPolicy(page, [])).toContain("script-src 'self';")
})

test('strict-transport-security is sent only by a site on https', { tags: ['abuse-35'] }, () => {
  expect(getCommonHeaders(new URL('https://shop.example'))).toHaveProperty(
    'strict-transport-security',
  )
  expect(getCommonHeaders(new URL('http://localhost:3000'))).not.toHaveProperty(
    'strict-transport-security',
  )
})

test('the policy lets pages use the files and forms of a hosted backend', () => {
  const policy = getPageSecurityPolicy(Buffer.from('<p>'), ['https://abc.supabase.co'])
  for (const kind of ['connect-src', 'form-action', 'media-src', "img-src 'self' data:"])
    expect(policy).toMatch(new RegExp(`${kind}[^;]* https://abc\\.supabase\\.co(;|$)`))
})
