import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSuspicion } from './suspicion.ts'
import {
  isLengthWithin,
  invalidEmailMessage,
  isEmail,
  isDeliverableEmail,
  getPasswordProblems,
  getPasswordMessage,
  sanitise,
  sanitiseHtml,
  getSignUpProblems,
} from './validation.ts'
import { isUuid } from './uuid.ts'
import { attackTexts, honestWords } from './words.fixtures.ts'

describe('isEmail and isOneAddress', () => {
  test.each(['a@b.c', 'marsha@example.co.uk', 'o+tag@example.com', 'ünï@exämple.de'])(
    'accepts the email address %s',
    (value) => {
      expect(isEmail(value)).toBe(true)
    },
  )

  test.each([
    '',
    'a@bc',
    'a@b.',
    'a@.bc',
    '@b.cd',
    'a b@c.de',
    'a@@b.cd',
    'a@b@c.de',
    'a"b@c.de',
    "a'b@c.de",
    'a;b@c.de',
    'a\\b@c.de',
    '<a@b.cd>',
    'a@b.cd\r\nbcc: x@y.zz',
    'a\0@b.cd',
    `${'a'.repeat(251)}@b.cd`,
  ])('refuses the email address %j', (value) => {
    expect(isEmail(value)).toBe(false)
  })

  test('an email address may have 255 characters and not 256', { tags: ['abuse-33'] }, () => {
    expect(isEmail(`${'a'.repeat(250)}@b.cd`)).toBe(true)
    expect(isEmail(`${'a'.repeat(251)}@b.cd`)).toBe(false)
  })

  test('an email address that receives email has at most 254 octets, 64 of them before the @', () => {
    const domain = (length: number) => `${'b'.repeat(length - 3)}.cd`
    expect(isDeliverableEmail(`${'a'.repeat(64)}@${domain(189)}`)).toBe(true)
    expect(isDeliverableEmail(`${'a'.repeat(64)}@${domain(190)}`)).toBe(false)
    expect(isDeliverableEmail(`${'a'.repeat(65)}@b.cd`)).toBe(false)
    expect(isDeliverableEmail(`${'é'.repeat(32)}@b.cd`)).toBe(true)
    expect(isDeliverableEmail(`${'é'.repeat(33)}@b.cd`)).toBe(false)
    const tooLong = { fullName: 'Ada', email: `a@${domain(253)}`, password: 'Pickles1' }
    expect(getSignUpProblems(tooLong)).toEqual({ email: invalidEmailMessage })
  })
})

describe('passwords', () => {
  test('a sign-up requires a password', () => {
    expect(getPasswordProblems('')).toEqual(['Password is required'])
  })

  test('lists all requirements that a password does not meet', () => {
    expect(getPasswordProblems('!')).toEqual([
      'Password must be at least 8 characters long',
      'Password must contain at least one lowercase letter',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
    ])
    expect(getPasswordMessage('pickles')).toBe(
      'Password requirements: Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one number',
    )
  })

  test('accepts a password of eight characters with a lower-case letter, a capital and a digit', () => {
    expect(getPasswordProblems('Pickles1')).toEqual([])
    expect(getPasswordMessage('Pickles1')).toBeNull()
  })

  test('a password may have at most 72 bytes and no NUL', { tags: ['abuse-22'] }, () => {
    expect(getPasswordProblems(`Aa1${'x'.repeat(69)}`)).toEqual([])
    expect(getPasswordProblems(`Aa1${'é'.repeat(35)}`)).toEqual([
      'Password must be at most 72 bytes long',
    ])
    expect(getPasswordProblems('Pickles1\0')).toEqual(['Password must not contain a NUL character'])
  })
})

test('a sign-up reports the fault of each field', () => {
  expect(
    getSignUpProblems({ fullName: ' ', email: 'marsha@example', password: 'Pickles' }),
  ).toEqual({
    fullName: 'Please enter your name',
    email: 'Please enter a valid email address',
    password:
      'Password requirements: Password must be at least 8 characters long, Password must contain at least one number',
  })
  expect(
    getSignUpProblems({
      fullName: 'Marsha',
      email: ' marsha@example.com ',
      password: 'PicklesForever1',
    }),
  ).toEqual({})
})

test.each(attackTexts)('refuses a sign-up by the name of %s', (fullName) => {
  const fields = { fullName, email: 'marsha@example.com', password: 'PicklesForever1' }
  expect(getSignUpProblems(fields)).toEqual({
    fullName: 'Suspicious content detected in full name',
  })
})

describe('sanitising', () => {
  test('sanitising trims and cuts text and never leaves half a character', () => {
    expect(sanitise('  hi  ')).toBe('hi')
    expect(sanitise('a'.repeat(300))).toHaveLength(255)
    expect(sanitise('a🌶', 2)).toBe('a')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        expect(sanitise(text, max).isWellFormed()).toBe(true)
        expect(sanitise(text, max).length).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('sanitising HTML strips markup and schemes, including nested ones', () => {
    expect(sanitiseHtml('<b>hot</b>')).toBe('bhot/b')
    expect(sanitiseHtml('javajavascript:script:alert(1)')).toBe('alert(1)')
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', 'java', 'script', ':', 'vb', 'data:', 'text/html', 'x')),
        (parts) => {
          expect(sanitiseHtml(parts.join(''))).not.toMatch(
            /[<>]|javascript:|vbscript:|data:text\/html/i,
          )
        },
      ),
    )
  })

  test('hasLength counts characters after trimming', () => {
    expect(isLengthWithin('   ')).toBe(false)
    expect(isLengthWithin('a')).toBe(true)
    expect(isLengthWithin('a'.repeat(256))).toBe(false)
    expect(isLengthWithin(' ab ', 2, 2)).toBe(true)
    expect(isLengthWithin('👑', 2)).toBe(false)
    expect(isLengthWithin('👑🌶️', 2)).toBe(true)
  })
})

describe('isUuid', () => {
  test.each([1, 2, 3, 4, 5])('accepts a UUID of version %d', (version) => {
    expect(isUuid(`0b9f1c2e-6d3a-${version}f21-9a77-0242ac130003`)).toBe(true)
  })

  test.each([
    '0b9f1c2e-6d3a-6f21-9a77-0242ac130003',
    '0b9f1c2e-6d3a-4f21-7a77-0242ac130003',
    '0b9f1c2e6d3a4f219a770242ac130003',
    '',
  ])('refuses "%s" as a UUID', (value) => {
    expect(isUuid(value)).toBe(false)
  })
})

describe('findSuspicion', () => {
  test.each(attackTexts)('finds suspicious content in %s', (value) => {
    expect(findSuspicion('message', value)).toBe('Suspicious content detected in message')
  })

  test.each(honestWords)('finds nothing suspicious in: %s', (value) => {
    expect(findSuspicion('message', value)).toBeNull()
  })

  test('looks for suspicious content in linear time', { tags: ['abuse-33'], timeout: 1000 }, () => {
    for (const piece of [
      '<',
      '< ',
      "' or ",
      '<a on',
      'drop table ',
      'eval ( a',
      '"on',
      "'; ",
      'union select a,',
    ])
      expect(findSuspicion('message', piece.repeat(100_000))).toBeNull()
  })
})
