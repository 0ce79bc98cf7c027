import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAuthCallback } from '../../app/features/account/session-events.ts'
import { getSafeTarget } from '../../app/routes/auth/safe-target.ts'
import { parseSession } from '../../app/features/account/session.ts'
import { buildProductFilter } from '../../app/features/search/product-filter.ts'
import { paths } from '../../app/core/paths.ts'
import { getEmailField } from '../../packages/embedded-supabase/src/auth/fields.ts'
import {
  hasValidPasswordFormat,
  readPassword,
} from '../../packages/embedded-supabase/src/auth/passwords.ts'
import {
  createRedirectUrl,
  parseRedirectTarget,
} from '../../packages/embedded-supabase/src/auth/redirects.ts'
import { readObjectName } from '../../packages/embedded-supabase/src/storage/object-name.ts'
import { ApiError } from '../../packages/embedded-supabase/src/core/wire.ts'
import { authProject } from '../../server/auth-project.ts'
import { parseFilter } from '../../domain/filters.ts'
import { expectInert, hostileText, hostileEmailAddress } from '../../domain/inert.fixtures.ts'
import { normaliseTerm } from '../../domain/search.ts'
import { isDeliverableEmail, getPasswordProblems } from '../../domain/validation.ts'
import { honestWords } from '../../domain/words.fixtures.ts'
import { verifyLink, signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { Refused } from '../../supabase/functions/_shared/responses.ts'
import { readCheckout } from '../../supabase/functions/create-checkout/input.ts'

const origin = 'https://shop.example'
const settings = authProject.authSettings

/** Returns the result of `read`, or the message of the error with which it refused its input. */
function attempt<T>(read: () => T): { value: T; refusal: null } | { value: null; refusal: string } {
  try {
    return { value: read(), refusal: null }
  } catch (error) {
    if (error instanceof ApiError || error instanceof Refused)
      return { value: null, refusal: error.message }
    throw error
  }
}

describe('the checks of the server', () => {
  const password = fc
    .array(
      fc.oneof(
        fc.constantFrom('a', 'A', '1', 'é', 'É', '٣', '🌶️', '\0', ' ', 'Pickles1', 'x'.repeat(30)),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  test(
    'the server accepts the same passwords as the page and repeats none in its errors',
    { tags: ['form-account-26', 'form-account-28'] },
    () => {
      fc.assert(
        fc.property(password, (typed) => {
          const { value, refusal } = attempt(() => readPassword(settings, { password: typed }))
          expect(refusal !== null).toBe(getPasswordProblems(typed).length > 0)
          expect(value === null || hasValidPasswordFormat(value)).toBe(true)
          const message = refusal ?? ''
          expectInert(message, false)
          expect(typed.length > 3 && message.includes(typed)).toBe(false)
        }),
        { numRuns: 1000 },
      )
    },
  )

  test(
    'the server accepts the same email addresses as the page',
    { tags: ['abuse-27', 'form-sign-up-27'] },
    () => {
      fc.assert(
        fc.property(fc.oneof(hostileEmailAddress, hostileText, fc.emailAddress()), (typed) => {
          const email = typed.trim().toLowerCase()
          const { value, refusal } = attempt(() => getEmailField({ email: typed }))
          expect(value).toBe(isDeliverableEmail(email) ? email : null)
          expectInert(refusal ?? value, false)
        }),
        { numRuns: 1000 },
      )
      expect(getEmailField({ email: ' Marsha+Cake@example.co.uk ' })).toBe(
        'marsha+cake@example.co.uk',
      )
    },
  )
})

test('the name of an account is cut to a hundred whole characters, and honest names are accepted', () => {
  fc.assert(
    fc.property(hostileText, (full_name) => {
      const name = keptName(full_name) ?? ''
      expect([...name].length).toBeLessThanOrEqual(100)
      expect(name.isWellFormed()).toBe(true)
      expectInert(name, false)
    }),
  )
  for (const words of honestWords.filter(({ length }) => length <= 100))
    expect(keptName(words)).not.toBeNull()
})

/** Returns a full name in the form in which the shop stores it; null for a name that it refuses. */
function keptName(full_name: string): string | null {
  const cleaned = authProject.authGuard.cleanMetadata({ full_name })
  return 'kept' in cleaned && typeof cleaned.kept.full_name === 'string'
    ? cleaned.kept.full_name
    : null
}

/** Hostile input for a field that expects a path within the shop. */
const target = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '/\\',
        '.',
        '..',
        '@',
        ':',
        '?',
        '#',
        '%2f',
        '%5c',
        '%0d%0a',
        '%00',
        'https:',
        'javascript:',
        'data:',
        'evil.example',
        'shop.example',
        'cart',
        '\r\n',
        '\t',
        origin,
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

describe('links that stay on the site', () => {
  test('the redirect after a sign-in stays on the site', { tags: ['abuse-21'] }, () => {
    fc.assert(
      fc.property(target, (typed) => {
        const led = getSafeTarget(typed, origin, '/')
        expect(led).toMatch(/^\/(?!\/)/)
        expect(led).not.toMatch(/[\p{Cc}\\\s<>"]/u)
        expect(new URL(led, origin)).toMatchObject({ origin, username: '', password: '' })
      }),
      { numRuns: 2000 },
    )
  })

  test('the redirect after an emailed link stays on the site', { tags: ['abuse-21'] }, () => {
    const site = { siteUrl: new URL(origin), settings }
    fc.assert(
      fc.property(target, fc.constantFrom('signup', 'recovery', 'magiclink'), (typed, type) => {
        const own = parseRedirectTarget(site, typed, type)
        for (const url of [...(own === null ? [] : [own]), createRedirectUrl(site, typed, type)]) {
          expect(url).toMatchObject({ origin, username: '', password: '', hash: '' })
          expect(url.href).not.toMatch(/[\p{Cc}\\\s<>"]/u)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('the links made from a search or a filter stay on the site', () => {
    const typed = fc.oneof(
      hostileText,
      fc.array(fc.constantFrom('a', '🌶️', ' ', '/', '..', '?', '#')).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const made: [href: string, path: string][] = [
          [paths.search(normaliseTerm(text)), '/search'],
          [paths.shopFiltered(parseFilter(text)), '/shop'],
          [paths.authWithNext(text), '/auth'],
        ]
        for (const [href, path] of made) {
          expect(href).not.toMatch(/[<>"\s\p{Cc}\\]/u)
          expect(new URL(href, origin)).toMatchObject({ origin, pathname: path, hash: '' })
        }
      }),
      { numRuns: 1000 },
    )
  })
})

test('no URL fragment and no stored session makes the parser throw', () => {
  fc.assert(
    fc.property(hostileText, fc.jsonValue(), (text, value) => {
      expect(['none', 'session', 'failed']).toContain(parseAuthCallback(`#${text}`).kind)
      expect(parseAuthCallback(`#error=x&error_description=${encodeURIComponent(text)}`).kind).toBe(
        'failed',
      )
      expect([null, 'object']).toContain(
        parseSession(text) === null ? null : typeof parseSession(text),
      )
      expect(() => parseSession(JSON.stringify(value))).not.toThrow()
    }),
  )
})

test('no object name leads outside the file store', { tags: ['abuse-29'] }, () => {
  fc.assert(
    fc.property(target, target, (bucket, name) => {
      const { value: read } = attempt(() => readObjectName(`${bucket}/${name}`))
      if (read === null) return
      expect(posix.join('/store', read.bucket, read.name)).toBe(
        `/store/${read.bucket}/${read.name}`,
      )
      expect(read.bucket).not.toMatch(/^\.{1,2}$|[/\\\p{Cc}]/u)
      expect(`${read.name}`).not.toMatch(/[\\\p{Cc}]/u)
      expect(read.name.length).toBeLessThanOrEqual(1024)
    }),
    { numRuns: 2000 },
  )
})

test('a search term never becomes syntax of the filter', { tags: ['abuse-24'] }, () => {
  fc.assert(
    fc.property(hostileText, (typed) => {
      const term = normaliseTerm(typed)
      fc.pre(term !== '')
      const outside = buildProductFilter(term).replaceAll(/"(?:[^"\\]|\\.)*"/gu, '§')
      expect(outside.split(',')).toEqual(
        expect.arrayContaining(['name.ilike.§', 'description.ilike.§', 'tags.cs.§']),
      )
      expect(outside).toMatch(
        /^(?:(?:name|description)\.ilike\.§|tags\.cs\.§)(?:,(?:(?:name|description)\.ilike\.§|tags\.cs\.§))*$/,
      )
    }),
    { numRuns: 1000 },
  )
})

test(
  'a checkout body is reduced to ids, numbers and a delivery method',
  { tags: ['form-checkout-26', 'form-checkout-27'] },
  () => {
    const line = fc.record(
      {
        product_id: fc.oneof(fc.uuid(), hostileText),
        quantity: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.double(), hostileText),
        product_name: hostileText,
        price: fc.oneof(fc.nat(), fc.double(), fc.constant(null)),
        stripe_price_id: fc.oneof(fc.constant('price_1'), hostileText),
        role: hostileText,
      },
      { requiredKeys: ['product_id', 'quantity', 'price', 'stripe_price_id'] },
    )
    const body = fc.record({
      user_id: hostileText,
      cart_items: fc.array(line, { maxLength: 3 }),
      delivery_method: fc.record({
        id: fc.oneof(fc.constant('standard'), hostileText),
        price: hostileText,
      }),
      discount_code: fc.oneof(hostileText, fc.constant(null)),
      total: hostileText,
    })
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (sent) => {
        const { value: read, refusal } = attempt(() => readCheckout(sent))
        if (refusal !== null) return expectInert(refusal, false)
        expect(read.deliveryMethodId).toMatch(/^[a-z]{1,20}$/)
        expect((read.discountCode ?? '').length).toBeLessThanOrEqual(60)
        for (const { product_id, quantity, unit_amount, stripe_price_id, ...more } of read.lines) {
          expect(product_id).toMatch(/^[0-9a-f-]{36}$/)
          expect(String(quantity)).toMatch(/^[1-9]\d?$/)
          expect(unit_amount === null || Number.isSafeInteger(unit_amount)).toBe(true)
          expect(stripe_price_id).toMatch(/^price_/)
          expect(more).toEqual({})
        }
      }),
      { numRuns: 1000 },
    )
  },
)

test(
  'a link without the signature of the shop is refused',
  { tags: ['form-newsletter-links-26', 'form-newsletter-links-27'] },
  async () => {
    const signer = { SUPABASE_SECRET_KEY: 'sb_secret_x' }
    const good = await signLink(signer, 'unsubscribe', 'somebody', null)
    await fc.assert(
      fc.asyncProperty(hostileText, fc.nat(good.length), async (text, at) => {
        const spoilt = good.slice(0, at) + text + good.slice(at)
        const read = await verifyLink(signer, 'unsubscribe', spoilt, 0)
        expect(read?.subject ?? null).toBe(spoilt === good ? 'somebody' : null)
        expect(await verifyLink(signer, 'unsubscribe', text, 0)).toBeNull()
      }),
    )
  },
)
