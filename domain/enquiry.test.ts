import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanPhone, cleanText } from './clean-text.ts'
import {
  getCateringProblems,
  cleanCateringEnquiry,
  cleanConsultancyEnquiry,
  getConsultancyProblems,
  getEventDayProblem,
  findSuspiciousField,
} from './enquiry.ts'
import { checkNewsletter } from './newsletter.ts'
import { expectInert, hostileText, hostileEmailAddress } from './inert.fixtures.ts'
import { cleanEmailAddress } from './pasted.ts'
import { isDeliverableEmail, parseEmailAddress, getSignUpProblems } from './validation.ts'
import { honestMessages } from './honest-messages.fixtures.ts'
import { honestWords } from './words.fixtures.ts'

describe('cleaned enquiry fields', () => {
  test('a cleaned line is harmless in HTML, a header, a log line and a CSV cell', () => {
    fc.assert(fc.property(hostileText, (text) => expectInert(cleanLine(text, 100), false)))
  })

  test('a cleaned message is harmless in HTML, a header, a log line and a CSV cell', () => {
    fc.assert(fc.property(hostileText, (text) => expectInert(cleanText(text), true)))
  })

  test('a cleaned telephone number is harmless in HTML, a header, a log line and a CSV cell', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const phone = cleanPhone(text)
        if (!/^\+?\(?\d[\d()./ xX-]*$/.test(phone)) expectInert(phone, false)
      }),
    )
  })

  test('an accepted email address is harmless in HTML, a header, a log line and a CSV cell', () => {
    fc.assert(
      fc.property(hostileEmailAddress, (text) => {
        if (!isDeliverableEmail(text)) return
        expectInert(text, false)
        expect(text.split(/[@,;:\s]/)).toHaveLength(2)
      }),
      { numRuns: 1000 },
    )
    expect(isDeliverableEmail('marsha+cake@example.co.uk')).toBe(true)
  })

  test(
    'every cleaned field of both enquiry forms is harmless in HTML, a header, a log line and a CSV cell',
    { tags: ['abuse-26'] },
    () => {
      const catering = fc.record({
        name: hostileText,
        email: hostileText,
        phone: hostileText,
        date: hostileText,
        eventType: hostileText,
        guestCount: hostileText,
        message: hostileText,
      })
      fc.assert(
        fc.property(catering, (fields) => {
          const { email: _, phone, message, ...lines } = cleanCateringEnquiry(fields)
          for (const line of Object.values(lines)) expectInert(line, false)
          expectInert(message, true)
          expect(phone).toBe(cleanPhone(phone))
        }),
      )
      const consultancy = fc.record({
        name: hostileText,
        email: hostileText,
        businessName: hostileText,
        details: hostileText,
      })
      fc.assert(
        fc.property(consultancy, (fields) => {
          const cleaned = cleanConsultancyEnquiry(fields)
          expectInert(cleaned.name, false)
          expectInert(cleaned.businessName, false)
          expectInert(cleaned.details, true)
        }),
      )
    },
  )

  test(
    'the cleaned fields of the newsletter form are harmless in HTML, a header, a log line and a CSV cell',
    { tags: ['abuse-26'] },
    () => {
      fc.assert(
        fc.property(hostileText, (name) => {
          const check = checkNewsletter({ email: ' marsha@example.com ', name })
          if (!check.ok) return
          expectInert(check.fields.name, false)
          expect(check.fields.name.length).toBeGreaterThan(1)
          expect(check.fields.name.length).toBeLessThanOrEqual(100)
        }),
      )
    },
  )

  test.each([
    ['the newsletter', (email: string) => readNewsletterAddress(email)],
    ['a guest’s cart or a request for one’s data', parseEmailAddress],
    ['a sign-up', (email: string) => readSignUpAddress(email)],
    ['a catering enquiry', (email: string) => readCateringAddress(email)],
    ['a consultancy enquiry', (email: string) => readConsultancyAddress(email)],
  ])(
    'the accepted email address of %s is harmless and exactly one address',
    { tags: ['abuse-27'] },
    (_, check) => {
      fc.assert(
        fc.property(fc.oneof(hostileEmailAddress, hostileText), (typed) => {
          const email = check(typed)
          if (email === null) return
          expectInert(email, false)
          expect(email.split(/[@,;:\s]/)).toHaveLength(2)
          expect(email.length).toBeLessThanOrEqual(255)
        }),
        { numRuns: 1000 },
      )
      expect(check(' marsha+cake@example.co.uk ')).toBe('marsha+cake@example.co.uk')
      expect(check(`${'a'.repeat(250)}@example.com`)).toBeNull()
      expect(check('a@example.com,b@example.com')).toBeNull()
    },
  )

  test('cleaning a text twice gives the same as cleaning it once', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
      }),
    )
  })
})

function readNewsletterAddress(email: string): string | null {
  const check = checkNewsletter({ email, name: 'Marsha' })
  return check.ok ? check.fields.email : null
}

function readSignUpAddress(email: string): string | null {
  const problems = getSignUpProblems({ fullName: 'Marsha', email, password: 'Pickles1' })
  return problems.email === undefined ? cleanEmailAddress(email) : null
}

function readCateringAddress(typed: string): string | null {
  const fields = cleanCateringEnquiry({ ...catering, email: typed })
  return getCateringProblems(fields).email === undefined ? fields.email : null
}

function readConsultancyAddress(typed: string): string | null {
  const fields = { name: 'Bo', email: typed, businessName: '', details: 'Ten letters' }
  const cleaned = cleanConsultancyEnquiry(fields)
  return getConsultancyProblems(cleaned).email === undefined ? cleaned.email : null
}

test.each(honestWords)(
  'both enquiry forms and the newsletter form accept the honest words %j',
  (words) => {
    expect(findSuspiciousField({ message: words })).toBeNull()
    expect(getCateringProblems(cleanCateringEnquiry({ ...catering, message: words }))).toEqual({})
    const consultancy = { name: 'Bo', email: 'bo@example.com', businessName: words, details: words }
    expect(findSuspiciousField(consultancy)).toBeNull()
    expect(getConsultancyProblems(cleanConsultancyEnquiry(consultancy))).toEqual({})
    expect(checkNewsletter({ email: 'bo@example.com', name: words }).ok).toBe(true)
  },
)

test.each(honestMessages)('does not refuse an honest message as an attack: %j', (words) => {
  const message = `${words}\nThank you!`
  expect(findSuspiciousField({ name: words, message })).toBeNull()
  expect(getCateringProblems(cleanCateringEnquiry({ ...catering, message }))).toEqual({})
})

test.each([
  'We would like 60 burgers, 2 vegan; budget £1,500.',
  'Zoë & Siân’s “big day” — 12/06/2027 @ 3pm',
  'First line\nsecond line\n\n\tindented',
  'שלום עליכם، مرحبا 🌶️👨‍👩‍👧',
  'a+b=c, 100% (really!) #1 *star* [list] {x} ~ ^ | $5',
])('cleaning leaves the honest words %j unchanged', (text) => {
  expect(cleanText(text)).toBe(text)
})

test('cleaning turns the leading hyphens of a list into dashes', () => {
  expect(cleanText('- cake\n- pie')).toBe('– cake\n- pie')
})

test('cleaning a telephone number keeps the words around it', () => {
  expect(cleanPhone(' +44 (0)20 7946 0123 ext 2 ')).toBe('0044 (0)20 7946 0123 ext 2')
  expect(cleanPhone('+44 20 7946 0123')).toBe('+44 20 7946 0123')
  expect(cleanPhone('ring Sam on 020 7946 0000 after 6pm')).toBe(
    'ring Sam on 020 7946 0000 after 6pm',
  )
})

test('a name of invisible characters counts as empty', () => {
  const name = '\u200B\u2060\u3164'
  expect(getCateringProblems({ ...catering, name }).name).toBe(
    'Name must be at least 2 characters.',
  )
  expect(getCateringProblems({ ...catering, name: 'می\u200Cخواهم' })).toEqual({})
})

const catering = {
  name: 'Marsha Bell',
  email: 'marsha@example.com',
  phone: '',
  date: '',
  eventType: 'Wedding',
  guestCount: '60',
  message: 'Two griddles, please.',
}

test('a catering enquiry requires a name, an address, an event, guests and a message', () => {
  expect(getCateringProblems(catering)).toEqual({})
  expect(getCateringProblems({ ...catering, eventType: 'Do', guestCount: '1' })).toEqual({})
  const empty = { ...catering, name: 'M', email: '', eventType: 'x', guestCount: '', message: 'Hi' }
  expect(Object.entries(getCateringProblems(empty))).toEqual([
    ['name', 'Name must be at least 2 characters.'],
    ['email', 'Please enter a valid email address.'],
    ['eventType', 'Please describe your event type.'],
    ['guestCount', 'Please provide an estimated guest count.'],
    ['message', 'Please provide more details about your requirements.'],
  ])
})

test('a consultancy enquiry requires a name, an address and details', () => {
  const fields = { name: 'Bo', email: 'bo@example.com', businessName: '', details: 'Ten letters' }
  expect(getConsultancyProblems(fields)).toEqual({})
  expect(
    getConsultancyProblems({ name: '', email: 'bo', businessName: '', details: 'Nine...' }),
  ).toEqual({
    name: 'Name must be at least 2 characters.',
    email: 'Please enter a valid email address.',
    details: 'Please provide some details about your inquiry.',
  })
})

test('refuses an email address that is too long instead of cutting it', () => {
  const email = `${'a'.repeat(250)}@example.com`
  expect(cleanCateringEnquiry({ ...catering, email }).email).toBe(email)
  expect(getCateringProblems(cleanCateringEnquiry({ ...catering, email })).email).toBe(
    'Please enter a valid email address.',
  )
})

test('finds the first suspicious field of an enquiry', () => {
  expect(findSuspiciousField(catering)).toBeNull()
  expect(findSuspiciousField({ ...catering, message: '<script>' })).toEqual({
    field: 'message',
    message: 'Suspicious content detected in message',
  })
})

test.each([
  ['eventType', 'event type'],
  ['guestCount', 'guest count'],
  ['businessName', 'business name'],
])('the message about a suspicious %s is written in plain words', (field, words) => {
  expect(findSuspiciousField({ [field]: '<script>' })).toEqual({
    field,
    message: `Suspicious content detected in ${words}`,
  })
})

describe('getEventDayProblem', () => {
  const today = '2026-11-20'

  test.each(['', today, '2026-11-21', '2027-02-28', '2031-11-01'])(
    'accepts %j as the date of an event',
    (date) => {
      expect(getEventDayProblem(date, today)).toBeNull()
    },
  )

  test.each(['2026-11-19', '1999-12-31', '2032-01-01', '275760-09-13', '0001-01-01'])(
    'refuses %s as the date of an event',
    (date) => {
      const words = 'Please choose a day within the next five years, or leave the date empty.'
      expect(getEventDayProblem(date, today)).toBe(words)
    },
  )

  test('accepts a catering enquiry whose date is past', () => {
    expect(getCateringProblems(cleanCateringEnquiry({ ...catering, date: '1999-12-31' }))).toEqual(
      {},
    )
  })
})
