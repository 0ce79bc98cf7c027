import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuantity, maxCartLines } from './cart.ts'
import { parseCart } from './cart-parse.ts'
import { isDay } from './dates.ts'
import { parseListingChoice, parseFilter } from './filters.ts'
import { expectInert, hostileText, hostileEmailAddress } from './inert.fixtures.ts'
import { normaliseTerm } from './search.ts'
import { parseStoredLines } from './stored-lines.ts'
import { findSuspicion } from './suspicion.ts'
import { isUuid } from './uuid.ts'
import { isEmail, getPasswordMessage, getSignUpProblems } from './validation.ts'
import { attackTexts, honestWords } from './words.fixtures.ts'

/** Generates JSON that anybody may store in a browser or send in a request; half of it resembles cart lines. */
const lines = fc.array(
  fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        product_id: fc.oneof(hostileText, fc.uuid()),
        quantity: fc.oneof(fc.integer(), fc.double(), hostileText),
        product: fc.record(
          {
            id: hostileText,
            slug: hostileText,
            name: hostileText,
            image: fc.oneof(hostileText, addresses()),
            price: fc.double(),
          },
          { requiredKeys: ['id'] },
        ),
        price: fc.integer(),
      },
      { requiredKeys: ['quantity'] },
    ),
  ),
  { maxLength: 20 },
)

function addresses(): fc.Arbitrary<string> {
  const beginning = fc.constantFrom('/', '//', '/\\', 'https://', 'http://', 'javascript:', 'data:')
  return fc.tuple(beginning, hostileText).map(([start, rest]) => start + rest)
}

describe('accepted input', () => {
  test('an accepted email address contains no quotes, markup, spaces or control characters', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, hostileEmailAddress), (text) => {
        if (!isEmail(text)) return
        expect(text).not.toMatch(/[\s\p{Cc}<>"';\\]/u)
        expect(text.split('@')).toHaveLength(2)
        expect(text.length).toBeGreaterThan(4)
        expect(text.length).toBeLessThan(256)
      }),
      { numRuns: 1000 },
    )
  })

  test('an accepted id is a UUID and nothing else', () => {
    for (const version of [1, 2, 3, 4, 5] as const)
      fc.assert(fc.property(fc.uuid({ version }), isUuid))
    fc.assert(
      fc.property(
        fc.uuid({ version: [1, 2, 3, 4, 5] }),
        fc.nat(36),
        hostileText,
        (id, at, text) => {
          const spoilt = id.slice(0, at) + text + id.slice(at)
          expect(isUuid(spoilt)).toBe(text === '')
          expect(isUuid(text)).toBe(false)
        },
      ),
    )
  })

  test('an accepted quantity is a whole number from 1 to 99', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        if (!isQuantity(value)) return
        expect(String(value)).toMatch(/^[1-9]\d?$/)
      }),
    )
    fc.assert(fc.property(fc.integer({ min: 1, max: 99 }), isQuantity))
  })

  test('parsed stored lines have only an id and a valid quantity', () => {
    fc.assert(
      fc.property(lines, (value) => {
        const lines = parseStoredLines(value)
        expect(lines.length).toBeLessThanOrEqual(maxCartLines)
        for (const line of lines) {
          expect(Object.keys(line).sort()).toEqual(['product_id', 'quantity'])
          expect(line.product_id).not.toBe('')
          expect(isQuantity(line.quantity)).toBe(true)
        }
      }),
    )
  })

  test(
    'a cart parsed from a browser has valid prices, and its pictures are files of the shop or on https',
    { tags: ['abuse-26'] },
    () => {
      fc.assert(
        fc.property(lines, (value) => {
          for (const { product, quantity } of parseCart(value)) {
            expect(isQuantity(quantity)).toBe(true)
            expect(product.id).not.toBe('')
            expect(
              product.price === null || (Number.isSafeInteger(product.price) && product.price >= 0),
            ).toBe(true)
            if (product.image === null) continue
            const { protocol, origin } = new URL(product.image, 'https://shop.example')
            expect(protocol).toBe('https:')
            expect(product.image.startsWith('https://') || origin === 'https://shop.example').toBe(
              true,
            )
          }
        }),
      )
    },
  )

  test(
    'a normalised search term is one short line of whole characters',
    { tags: ['abuse-24'] },
    () => {
      fc.assert(
        fc.property(fc.oneof(hostileText, longText()), (typed) => {
          const term = normaliseTerm(typed)
          expect(term).not.toMatch(/\p{Cc}|\s\s|^\s|\s$/u)
          expect(term.length).toBeLessThanOrEqual(100)
          expect(term.isWellFormed()).toBe(true)
          expect(normaliseTerm(term)).toBe(term)
        }),
      )
    },
  )

  test('a parsed filter is short and of whole characters, and other parts of the query take only known values', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, longText()), hostileText, (typed, other) => {
        expect(parseFilter(typed).length).toBeLessThanOrEqual(60)
        expect(parseFilter(typed).isWellFormed()).toBe(true)
        const asked = new URLSearchParams({ filter: typed, heat: other, sort: other, stock: other })
        const { heat, sort, inStock } = parseListingChoice(asked)
        expect([heat, sort, inStock]).toEqual([null, null, false])
      }),
    )
  })

  test('an accepted date is an existing day', () => {
    const days = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2199-12-31'),
      noInvalidDate: true,
    })
    fc.assert(fc.property(days, (day) => isDay(day.toISOString().slice(0, 10))))
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.stringMatching(/^\d{4}-\d\d-\d\d$/)), (text) => {
        if (!isDay(text)) return
        expect(text).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(new Date(`${text}T00:00:00Z`).toISOString()).toContain(text)
      }),
    )
  })
})

describe('refused input', () => {
  test('the message about a refused password does not contain the password', () => {
    const known = getPasswordMessage('')
    fc.assert(
      fc.property(
        hostileText.filter((password) => password.length > 3),
        (password) => {
          const message = getPasswordMessage(password) ?? known ?? ''
          expectInert(message, false)
          expect(message).not.toContain(password)
        },
      ),
    )
  })

  test.each(attackTexts)(
    'the messages about a refused sign-up do not contain the attack %s',
    (attack) => {
      expect(findSuspicion('message', attack)).not.toContain(attack)
      const problems = getSignUpProblems({ fullName: attack, email: attack, password: attack })
      expect(Object.keys(problems)).toEqual(['fullName', 'email', 'password'])
      for (const words of Object.values(problems)) expectInert(words, false)
      expect(Object.values(problems).join(' ')).not.toContain(attack)
    },
  )
})

test.each(honestWords)('the sign-up accepts the honest name %j', (words) => {
  const fullName = words.slice(0, 100)
  const fields = { fullName, email: 'marsha+cake@example.co.uk', password: 'Pickles1' }
  expect(getSignUpProblems(fields)).toEqual({})
})

/** Generates text above every limit, with surrogate pairs at all positions at which it could be cut. */
function longText(): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom('a', '🌶️', 'é', '👨‍👩‍👧', ' ', 'ab'), { minLength: 60, maxLength: 220 })
    .map((parts) => parts.join(''))
}
