import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSuspicion } from './suspicion.ts'
import {
  hasLength,
  emailMessage,
  isEmail,
  isOneAddress,
  passwordProblems,
  passwordRequirements,
  sanitise,
  sanitiseHtml,
  signUpProblems,
} from './validation.ts'
import { isUuid } from './uuid.ts'
import { attacks, honestWords } from './words.fixtures.ts'

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
    expect(isOneAddress(`${'a'.repeat(64)}@${domain(189)}`)).toBe(true)
    expect(isOneAddress(`${'a'.repeat(64)}@${domain(190)}`)).toBe(false)
    expect(isOneAddress(`${'a'.repeat(65)}@b.cd`)).toBe(false)
    expect(isOneAddress(`${'é'.repeat(32)}@b.cd`)).toBe(true)
    expect(isOneAddress(`${'é'.repeat(33)}@b.cd`)).toBe(false)
    const tooLong = { fullName: 'Ada', email: `a@${domain(253)}`, password: 'Pickles1' }
    expect(signUpProblems(tooLong)).toEqual({ email: emailMessage })
  })
})

describe('passwords', () => {
  test('a sign-up requires a password', () => {
    expect(passwordProblems('')).toEqual(['Password is required'])
  })

  test('lists all requirements that a password does not meet', () => {
    expect(passwordProblems('!')).toEqual([
      'Password must be at least 8 characters long',
      'Password must contain at least one lowercase letter',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
    ])
    expect(passwordRequirements('pickles')).toBe(
      'Password requirements: Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one number',
    )
  })

  test('accepts a password of eight characters with a lower-case letter, a capital and a digit', () => {
    expect(passwordProblems('Pickles1')).toEqual([])
    expect(passwordRequirements('Pickles1')).toBeNull()
  })

  test('a password may have at most 72 bytes and no NUL', { tags: ['abuse-22'] }, () => {
    expect(passwordProblems(`Aa1${'x'.repeat(69)}`)).toEqual([])
    expect(passwordProblems(`Aa1${'é'.repeat(35)}`)).toEqual([
      'Password must be at most 72 bytes long',
    ])
    expect(passwordProblems('Pickles1\0')).toEqual(['Password must not contain a NUL character'])
  })
})

test('a sign-up reports the fault of each field', () => {
  expect(signUpProblems({ fullName: ' ', email: 'marsha@example', password: 'Pickles' })).toEqual({
    fullName: 'Please enter your name',
    email: 'Please enter a valid email address',
    password:
      'Password requirements: Password must be at least 8 characters long, Password must contain at least one number',
  })
  expect(
    signUpProblems({
      fullName: 'Marsha',
      email: ' marsha@example.com ',
      password: 'PicklesForever1',
    }),
  ).toEqual({})
})

test.each(attacks)('refuses a sign-up by the name of %s', (fullName) => {
  const fields = { fullName, email: 'marsha@example.com', password: 'PicklesForever1' }
  expect(signUpProblems(fields)).toEqual({
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
    expect(hasLength('   ')).toBe(false)
    expect(hasLength('a')).toBe(true)
    expect(hasLength('a'.repeat(256))).toBe(false)
    expect(hasLength(' ab ', 2, 2)).toBe(true)
    expect(hasLength('👑', 2)).toBe(false)
    expect(hasLength('👑🌶️', 2)).toBe(true)
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
  test.each(attacks)('finds suspicious content in %s', (value) => {
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
