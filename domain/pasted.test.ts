import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getTrackingFault } from './carriers.ts'
import { cleanPhone } from './clean-text.ts'
import {
  cleanEmailAddress,
  cleanPastedText,
  compactPastedText,
  unwrapPastedText,
} from './pasted.ts'
import { normaliseDiscountCode } from './discount-code.ts'
import { parseEmailAddress } from './validation.ts'

const invisible = [
  '\u200B',
  '\uFEFF',
  '\u00AD',
  '\u2060',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202C',
  '\uFE0F',
]
const gaps = [...invisible, ' ', '\u00A0', '\u2009', '\t', '\n']
const wrappings = [...gaps, '"', '“', '”', '‘', '’', "'", '«', '»']
const endings = [...wrappings, '.', ',', ';', ':', '!']

const text = (characters: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...characters), maxLength: 4 })

/** Generates a text with invisible or wrapping characters between and around its characters. */
const pasted = (meant: string, between: readonly string[]) =>
  fc
    .tuple(text(wrappings), fc.array(text(between), { minLength: meant.length }), text(endings))
    .map(
      ([before, inside, after]) =>
        before +
        [...meant].map((letter, at) => (at > 0 ? inside[at] : '') + letter).join('') +
        after,
    )

const wide = (plain: string) =>
  plain.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

test('reads a discount code whatever characters copying put between and around its letters', () => {
  const between = [...gaps, '-', '\u2011', '\u2013', '\u2212']
  fc.assert(
    fc.property(pasted('goodNOW10', between), (typed) => {
      expect(normaliseDiscountCode(typed)).toBe('GOODNOW10')
      expect(normaliseDiscountCode(wide('GoodNow-10'))).toBe('GOODNOW10')
    }),
  )
})

test('reads an email address whatever invisible characters copying put into and around it', () => {
  fc.assert(
    fc.property(pasted('marsha.p+cake@example.co.uk', invisible), (typed) => {
      expect(parseEmailAddress(typed)).toBe('marsha.p+cake@example.co.uk')
    }),
  )
})

test.each([
  ['<marsha@example.co.uk>.', 'marsha@example.co.uk'],
  ['mailto:marsha@example.co.uk', 'marsha@example.co.uk'],
  ['marsha\u2011p@example.co.uk', 'marsha-p@example.co.uk'],
  ['ｍａｒｓｈａ＠ｅｘａｍｐｌｅ．ｃｏ．ｕｋ', 'marsha@example.co.uk'],
])('reads the email address in %j as %s', (typed, address) => {
  expect(cleanEmailAddress(typed)).toBe(address)
})

test('refuses two email addresses, a name and a space inside an address', () => {
  expect(parseEmailAddress('a@example.com, b@example.com')).toBeNull()
  expect(parseEmailAddress('Marsha <marsha@example.com>')).toBeNull()
  expect(parseEmailAddress('marsha @example.com')).toBeNull()
})

test('reads six-digit codes with spaces, hyphens and full-width digits', () => {
  expect(compactPastedText('１２３ 456')).toBe('123456')
  expect(compactPastedText('123\u2011456.')).toBe('123456')
})

test('accepts a tracking number as it is copied out of an email', () => {
  expect(getTrackingFault('Royal Mail', '“AB\u00A01234 5678\u200B 9GB”.')).toBeNull()
  expect(getTrackingFault('DPD', '1550-1234-567\u2011890')).toBeNull()
})

test('reads a telephone number without the marks that a phone’s contacts put around it', () => {
  expect(cleanPhone('\u202A+44 7700\u00A0900\u2011123\u202C')).toBe('+44 7700 900-123')
  expect(cleanPhone('０２０ ７９４６ ０１２３')).toBe('020 7946 0123')
})

test('cleaning pasted text twice gives the same as once and leaves no invisible character', () => {
  const anything = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(anything, (typed) => {
      for (const clean of [
        cleanPastedText,
        unwrapPastedText,
        compactPastedText,
        cleanEmailAddress,
      ]) {
        const once = clean(typed)
        expect(clean(once)).toBe(once)
        expect(once).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u)
      }
    }),
  )
})
