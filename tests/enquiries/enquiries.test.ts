import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { createMessage } from '../../mail/message.ts'
import {
  aCateringEnquiry,
  aConsultancyEnquiry,
  businessEmail,
  type EnquiryShop,
  startEnquiryShop,
} from '../support/enquiries.ts'

const catering = 'secure-catering-inquiry'
const consultancy = 'consultancy-inquiry'
const forms = [
  [catering, aCateringEnquiry, 'message'],
  [consultancy, aConsultancyEnquiry, 'details'],
] as const

let shop: EnquiryShop
beforeAll(async () => {
  shop = await startEnquiryShop()
})
afterAll(() => shop.stop())

interface Email {
  id: string
  template: string
  recipient: string
  data: Record<string, unknown>
}

function emailsOf(reference: string | undefined): Promise<Email[]> {
  return shop.database.sql<Email[]>`
    select id, template, recipient, data from public.outbox
    where data ->> 'reference' = ${reference ?? ''} order by template`
}

async function everything(): Promise<string> {
  const [row] = await shop.database.sql`
    select (select count(*) from public.enquiries) || ' ' || (select count(*) from public.outbox) as counts`
  return row?.counts
}

function write(email: Email) {
  return createMessage(
    { ...email, attempts: 1 },
    {
      from: `Shop <${business.email}>`,
      replyTo: business.email,
      siteUrl: shop.siteUrl,
      pictures: new Map(),
      links: { functionsUrl: shop.siteUrl, sign: async () => 'token' },
    },
  )
}

test('a catering enquiry is stored completely and answered with its reference', async () => {
  const sent = aCateringEnquiry()
  const { status, body } = await shop.post(catering, { ...sent, page: '/lgbt-proud-catering' })
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    error: null,
    reference: expect.stringMatching(/^CAT-[0-9A-F]{8}$/),
    isMailed: true,
  })
  const [stored] = await shop.database
    .sql`select * from public.enquiries where reference = ${body.reference ?? ''}`
  expect(stored).toMatchObject({
    kind: 'catering',
    name: sent.name,
    email: sent.email,
    phone: sent.phone,
    event_date: sent.date,
    event_type: sent.eventType,
    guest_count: sent.guestCount,
    business_name: null,
    message: sent.message,
    page: '/lgbt-proud-catering',
  })
  expect(stored?.created_at.getTime()).toBe(shop.clock.now())
})

test('a consultancy enquiry is stored completely and answered with its reference', async () => {
  const sent = aConsultancyEnquiry()
  const { status, body } = await shop.post(consultancy, { ...sent, page: '//evil.example' })
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    error: null,
    reference: expect.stringMatching(/^ASK-[0-9A-F]{8}$/),
    isMailed: true,
  })
  const [stored] = await shop.database
    .sql`select * from public.enquiries where reference = ${body.reference ?? ''}`
  expect(stored).toMatchObject({
    kind: 'consultancy',
    name: sent.name,
    email: sent.email,
    business_name: sent.businessName,
    message: sent.details,
    page: null,
  })
})

test('a suspicious field is named in the response', async () => {
  const { status, body } = await shop.post(catering, aCateringEnquiry({ guestCount: '<script>' }))
  const error = 'Suspicious content detected in guest count'
  expect([status, body]).toEqual([400, { success: false, error, field: 'guestCount' }])
})

test('a catering enquiry with a past date is accepted', async () => {
  const past = await shop.post(catering, aCateringEnquiry({ date: '1999-12-31' }))
  expect(past.status).toBe(200)
})

test('phone, date and business name are optional', async () => {
  const { name, email, eventType, message } = aCateringEnquiry()
  const bare = { name, email, eventType, guestCount: '1', message }
  expect((await shop.post(catering, bare)).status).toBe(200)
  const { businessName: _, ...without } = aConsultancyEnquiry()
  expect((await shop.post(consultancy, without)).status).toBe(200)
})

test('a consultancy enquiry sends a notice to the business and a follow-up with the reference', async () => {
  const sent = aConsultancyEnquiry({ name: 'Dolly' })
  const { body } = await shop.post(consultancy, sent)
  const [followUp, notice] = await emailsOf(body.reference)
  expect(followUp).toMatchObject({ template: 'consultancy_followup', recipient: sent.email })
  expect(followUp?.data).toEqual({ reference: body.reference })
  expect(notice).toMatchObject({ template: 'enquiry_notice', recipient: businessEmail })
  const mail = await write(notice!)
  expect(mail.subject).toBe('New Consultancy Inquiry from Dolly')
  expect(mail.replyTo).toEqual({ name: '', address: sent.email })
  for (const words of [sent.details, sent.businessName, sent.email, body.reference])
    expect(mail.text).toContain(words)
  const answer = await write(followUp!)
  expect(answer.subject).toBe(`Thank you for your inquiry (${body.reference})`)
  expect(answer.text).toContain(body.reference)
  expect(answer.replyTo).toEqual({ name: '', address: business.email })
})

test('a catering enquiry sends a notice to the business and a follow-up', async () => {
  const sent = aCateringEnquiry({ name: 'Dolly' })
  const { body } = await shop.post(catering, sent)
  const [followUp, notice] = await emailsOf(body.reference)
  expect([followUp?.template, followUp?.recipient]).toEqual(['catering_followup', sent.email])
  const mail = await write(notice!)
  expect(mail.subject).toBe('New Catering Inquiry from Dolly')
  for (const words of [
    sent.phone,
    'Sat 12 Jun 2027',
    sent.eventType,
    sent.guestCount,
    sent.message,
  ])
    expect(mail.text).toContain(words)
})

test('each enquiry gets a follow-up with its own reference, even on the same day', async () => {
  const sent = aCateringEnquiry()
  for (const guestCount of ['60', '80']) {
    const { body } = await shop.post(catering, { ...sent, guestCount })
    const emails = await emailsOf(body.reference)
    expect(emails.map(({ template }) => template)).toEqual(['catering_followup', 'enquiry_notice'])
    expect(emails[0]?.recipient.toLowerCase()).toBe(sent.email)
  }
})

test(
  'an address gets at most ten follow-ups of a kind a day, and the business every notice',
  { tags: ['abuse-30', 'email-enquiry-follow-up-30'] },
  async () => {
    const sent = aCateringEnquiry()
    const mailed: (boolean | undefined)[] = []
    for (let time = 0; time < 12; time += 1) {
      const { body } = await shop.post(catering, { ...sent, guestCount: `${time + 20}` })
      mailed.push(body.isMailed)
      shop.clock.advance(2 * 60_000)
    }
    expect(mailed).toEqual([...Array.from({ length: 10 }, () => true), false, false])
    const count = async (template: string) => {
      const rows = await shop.database.sql`
      select from public.outbox where template = ${template}
      and (lower(recipient) = ${sent.email} or lower(data ->> 'email') = ${sent.email})`
      return rows.length
    }
    expect(await count('catering_followup')).toBe(10)
    expect(await count('enquiry_notice')).toBe(12)
    shop.clock.advance(24 * 60 * 60_000)
    await shop.post(catering, sent)
    expect(await count('catering_followup')).toBe(11)
  },
)

describe.each(forms)('a %s posted again', (form, anEnquiry, words) => {
  test('an enquiry posted again is stored and emailed once', async () => {
    const sent = anEnquiry()
    const posts = Array.from({ length: 2 }, () => shop.post(form, sent))
    const answers = [...(await Promise.all(posts)), await shop.post(form, { ...sent, page: '/' })]
    const [first] = answers
    expect(first?.body.success).toBe(true)
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => first?.body))
    expect(
      await shop.database.sql`select from public.enquiries where email = ${sent.email}`,
    ).toHaveLength(1)
    expect(await emailsOf(first?.body.reference)).toHaveLength(2)
  })

  test('an enquiry with another text or a day later is a new one', async () => {
    const sent = anEnquiry()
    const changed = { ...sent, [words]: 'The same, please, but with a second cake.' }
    const first = await shop.post(form, sent)
    const second = await shop.post(form, changed)
    shop.clock.advance(24 * 60 * 60_000 + 1)
    const third = await shop.post(form, sent)
    const references = [first, second, third].map(({ body }) => body.reference)
    expect(new Set(references).size).toBe(3)
    expect(references).not.toContain(undefined)
  })
})

test('an enquiry whose emails cannot be queued is not stored', async () => {
  const before = await everything()
  const broken = await startEnquiryShop({ BUSINESS_EMAIL: 'two@example.com, more@example.com' })
  try {
    const { status, body } = await broken.post(consultancy, aConsultancyEnquiry())
    expect([status, body.success, body.error]).toEqual([503, false, 'Failed to submit inquiry'])
    expect(await broken.database.sql`select from public.enquiries`).toHaveLength(0)
    expect(await broken.database.sql`select from public.outbox`).toHaveLength(0)
  } finally {
    await broken.stop()
  }
  expect(await everything()).toBe(before)
})

describe('validation of the catering form', () => {
  test.each([
    ['name', ' M ', 'Name must be at least 2 characters.'],
    ['name', '<<>>', 'Name must be at least 2 characters.'],
    ['email', 'marsha@example', 'Please enter a valid email address.'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address.'],
    ['eventType', 'x', 'Please describe your event type.'],
    ['guestCount', '  ', 'Please provide an estimated guest count.'],
    ['message', 'Too short', 'Please provide more details about your requirements.'],
  ])('a catering enquiry with the %s %j is refused: %s', async (field, value, error) => {
    const before = await everything()
    const { status, body } = await shop.post(catering, aCateringEnquiry({ [field]: value }))
    expect([status, body]).toEqual([400, { success: false, error, field }])
    expect(await everything()).toBe(before)
  })
})

describe('validation of the consultancy form', () => {
  test.each([
    ['name', 'M', 'Name must be at least 2 characters.'],
    ['email', 'marsha@example', 'Invalid email address provided'],
    ['details', 'Too short', 'Please provide some details about your inquiry.'],
  ])('a consultancy enquiry with the %s %j is refused: %s', async (field, value, error) => {
    const { status, body } = await shop.post(consultancy, aConsultancyEnquiry({ [field]: value }))
    expect([status, body]).toEqual([400, { success: false, error, field }])
  })
})

test('markup is removed, names are cut at 100 characters and details at 2000', async () => {
  const { body } = await shop.post(
    consultancy,
    aConsultancyEnquiry({
      name: `<b>${'n'.repeat(120)}`,
      businessName: 'b'.repeat(120),
      details: `  <i>${'d'.repeat(2500)}</i>`,
    }),
  )
  const [stored] = await shop.database
    .sql`select name, business_name, message from public.enquiries where reference = ${body.reference ?? ''}`
  expect(stored?.name).toMatch(/^bn+$/)
  expect(stored?.business_name).toBe('b'.repeat(100))
  expect(stored?.message).toMatch(/^id+$/)
  expect(stored?.message.length).toBeGreaterThan(1990)
  expect(stored?.message.length).toBeLessThanOrEqual(2000)
})

test('emoji, other scripts and several lines are stored unchanged', async () => {
  const details = 'Hot 🌶️ sauce\nשלום עליכם، مرحبا\n\tline three: £5 & “quotes” — 100%'
  const { body } = await shop.post(consultancy, aConsultancyEnquiry({ name: 'Zoë 🦄', details }))
  const [stored] = await shop.database
    .sql`select name, message from public.enquiries where reference = ${body.reference ?? ''}`
  expect(stored).toMatchObject({ name: 'Zoë 🦄', message: details })
})

describe.each(forms)('the form %s', (form, anEnquiry, words) => {
  test('a success or an error is logged as the specification names it', async () => {
    const since = await shop.database.sql`select max(id) as id from public.security_audit_log`
    const good = await shop.post(form, anEnquiry(), { headers: { 'user-agent': 'Tester/1' } })
    await shop.post(form, anEnquiry({ name: '' }))
    const events = await shop.database.sql`
      select event_type, severity, source, details from public.security_audit_log where id > ${since[0]?.id ?? 0} order by id`
    expect(events.map((event) => event.event_type)).toEqual(
      form === consultancy ? ['consultancy_inquiry_success', 'consultancy_inquiry_error'] : [],
    )
    if (form !== consultancy) return
    expect(events[0]).toMatchObject({
      severity: 'low',
      source: 'server',
      details: {
        reference: good.body.reference,
        userAgent: 'Tester/1',
        url: `${shop.siteUrl.origin}/functions/v1/${form}`,
        version: expect.any(String),
        timestamp: expect.any(String),
      },
    })
  })

  test.each([
    '<script>alert(1)</script> and a cake, please',
    'javascript:alert(1) and a cake, please',
    '<img src=x onerror=alert(1)> and a cake',
    "x' UNION SELECT password FROM users; and a cake",
    '<iframe src=//evil.example> and a cake',
  ])('an enquiry with %s is refused and logged as suspicious', async (text) => {
    const before = await everything()
    const { status, body } = await shop.post(form, anEnquiry({ [words]: text }))
    expect([status, body.error]).toEqual([400, `Suspicious content detected in ${words}`])
    expect(await everything()).toBe(before)
    const events = await shop.database.sql`
      select severity, source, details from public.security_audit_log
      where event_type = 'suspicious_form_submission' order by id desc limit 1`
    expect(events[0]).toMatchObject({
      severity: 'high',
      source: 'server',
      details: { form, field: words },
    })
  })

  test.each([
    'We would like to select a menu from the spring list.',
    'Please drop the table numbers by the door; on arrival = prosecco.',
    'Budget < 40 a head, onion = yes, and the object is to embed ourselves.',
    "O’Malley's or O'Brien's; our exec(s) decide. - One cake\n- Two cakes",
    '- 60 guests\n- no nuts',
  ])('an enquiry with the honest text %j is accepted', async (text) => {
    expect((await shop.post(form, anEnquiry({ [words]: text }))).status).toBe(200)
  })

  test.each([
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['two addresses with a space', { email: 'a@example.com b@example.com' }],
    ['a comma in an address', { email: 'a,b@example.com' }],
    ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['a name before the address', { email: 'Marsha <a@example.com>' }],
    ['a group', { email: 'team:a@example.com' }],
    ['a list of addresses', { email: ['a@example.com', 'b@example.com'] }],
    ['a NUL', { name: 'Mar\0sha' }],
    ['a lone surrogate', { name: 'Mar\uD800sha' }],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }],
    ['a number as the name', { name: 42 }],
    ['null as the name', { name: null }],
  ])(
    'an enquiry with %s is refused with 400 and not stored',
    { tags: ['abuse-27', 'form-catering-enquiry-27', 'form-consultancy-enquiry-27'] },
    async (_, changes) => {
      const before = await everything()
      expect((await shop.post(form, anEnquiry(changes))).status).toBe(400)
      expect(await everything()).toBe(before)
    },
  )

  test(
    'line breaks in a name add no header, and HTML is sent as text',
    {
      tags: [
        'abuse-27',
        'form-catering-enquiry-26',
        'form-catering-enquiry-27',
        'form-consultancy-enquiry-26',
        'form-consultancy-enquiry-27',
        'email-enquiry-notice-26',
        'email-enquiry-notice-27',
      ],
    },
    async () => {
      const { body } = await shop.post(
        form,
        anEnquiry({
          name: 'Marsha\r\nBcc: victim@example.com\u2028x',
          [words]: 'We <b>love</b> cake & "pie"',
        }),
      )
      const notice = (await emailsOf(body.reference)).at(-1)
      const mail = await write(notice!)
      expect(mail.subject).toMatch(/^New (Catering|Consultancy) Inquiry from Marsha Bcc: victim/)
      expect(mail.subject).not.toMatch(/[\r\n\u2028]/)
      expect(String(mail.html)).not.toContain('<b>love')
      expect(mail.text).toContain('We blove/b cake & "pie"')
    },
  )

  test('a body that is no enquiry in JSON is answered with 400', async () => {
    for (const body of ['', 'no json', '[1', 'null', '[]', '"text"', '{}', '{"__proto__":{"a":1}}'])
      expect((await shop.post(form, body)).status).toBe(400)
    const proto = JSON.stringify(anEnquiry()).replace('{', '{"__proto__":{"a":1},')
    expect((await shop.post(form, proto)).status).toBe(400)
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect((await shop.post(form, deep)).status).toBe(400)
    expect((await shop.post(form, { ...anEnquiry(), extra: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('another method than POST and another origin are refused', async () => {
    const before = await everything()
    const get = await shop.post(form, '', { method: 'GET' })
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    for (const origin of ['https://evil.example', 'null', `${shop.siteUrl.origin}.evil.example`])
      expect((await shop.post(form, anEnquiry(), { headers: { origin } })).status).toBe(403)
    expect(await everything()).toBe(before)
    const own = { headers: { origin: shop.siteUrl.origin } }
    expect((await shop.post(form, anEnquiry(), own)).status).toBe(200)
  })

  test('the log has the cause of a failed enquiry and no typed text', async () => {
    const broken = await startEnquiryShop({
      fetch: () => Promise.reject(new TypeError('no line')),
    })
    try {
      const { status, body } = await broken.post(form, anEnquiry({ name: 'Secret Person' }))
      expect([status, body]).toEqual([503, { success: false, error: 'Failed to submit inquiry' }])
      expect(JSON.stringify(broken.log.lines)).toContain('no line')
      expect(JSON.stringify(broken.log.lines)).not.toContain('Secret Person')
    } finally {
      await broken.stop()
    }
  })
})
