import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { createMessage } from '../../mail/message.ts'
import { createTestShop } from '../support/shop.ts'
import { createStaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const owner = (await createStaffMember(shop, 'owner')).client

/** Inserts a catering enquiry as the form's function stores it. */
async function anEnquiry(changes: object = {}): Promise<{ id: string; reference: string }> {
  const given = {
    kind: 'catering',
    name: 'Hannah Osei',
    email: `${randomUUID()}@example.com`,
    phone: '',
    date: '2026-12-12',
    eventType: 'Wedding',
    guestCount: '45',
    message: 'Fried chicken, please.',
    ...changes,
  }
  const [row] = await sql<{ stored: { reference: string } }[]>`
    select public.store_enquiry(${sql.json(given)}, 'owner@example.com') as stored`
  const { reference } = row?.stored ?? { reference: '' }
  const [found] = await sql`select id from public.enquiries where reference = ${reference}`
  return { id: String(found?.id), reference }
}

const read = async (id: string) =>
  (await owner.from('desk_enquiries').select('*').eq('id', id).single()).data

const answer = (id: string, more: object = {}) =>
  owner.rpc('desk_answer_enquiry', {
    p_id: id,
    p_letter: randomUUID(),
    p_text: 'We would love to.',
    p_seen: 0,
    ...more,
  })

const letters = (reference: string) => sql`
  select id, template, recipient, data, next_attempt_at - now() > interval '15 seconds' as waits from public.outbox
  where template = 'enquiry_reply' and data ->> 'reference' = ${reference} order by created_at`

test('a new enquiry has the stage “new” and its event date', async () => {
  const { id } = await anEnquiry()
  expect(await read(id)).toMatchObject({
    stage: 'new',
    event_on: '2026-12-12',
    note: '',
    letters: [],
    orders_before: 0,
  })
})

test.each(['soon', '2026-02-30', ''])(
  'an enquiry with the date %j is stored without an event date',
  async (date) => {
    const { id } = await anEnquiry({ date })
    expect(await read(id)).toMatchObject({ event_on: null })
  },
)

test('the server can insert an enquiry directly', async () => {
  const { error } = await shop.secret.from('enquiries').insert({
    kind: 'catering',
    reference: 'CAT-0000ABCD',
    name: 'Hannah',
    email: 'hannah@example.com',
    event_type: 'Wedding',
    guest_count: '45',
    event_date: '2026-12-12',
    message: 'Chicken',
  })
  expect(error).toBeNull()
})

describe('answering an enquiry', () => {
  test('an answer waits half a minute, moves the enquiry to “answered” and continues the email thread', async () => {
    const { id, reference } = await anEnquiry()
    expect((await answer(id)).error).toBeNull()
    expect((await answer(id, { p_text: 'One more thing.', p_seen: 1 })).error).toBeNull()
    expect(await read(id)).toMatchObject({
      stage: 'answered',
      letters: [{ by: 'Beau', text: 'We would love to.' }, { text: 'One more thing.' }],
    })
    const [first, second] = await letters(reference)
    expect(first).toMatchObject({ waits: true })
    const [followUp] = await sql`
      select id from public.outbox where dedupe_key = ${`catering_followup:${id}`}`
    const message = await createMessage(
      { ...second, attempts: 1 } as Parameters<typeof createMessage>[0],
      {
        from: 'Shop <owner@example.com>',
        replyTo: 'owner@example.com',
        siteUrl: shop.siteUrl,
        pictures: new Map(),
        links: { functionsUrl: shop.siteUrl, sign: async () => 'token' },
      },
    )
    expect(message).toMatchObject({
      subject: `Re: Your catering enquiry (${reference})`,
      inReplyTo: `<${first?.id}@localhost>`,
      references: [`<${followUp?.id}@localhost>`, `<${first?.id}@localhost>`],
    })
    expect(message.headers).not.toHaveProperty('Auto-Submitted')
  })

  test(
    'an answer that is submitted twice is one email',
    { tags: ['email-desk-letters-30'] },
    async () => {
      const { id, reference } = await anEnquiry()
      const same = { p_letter: randomUUID() }
      for (const result of [await answer(id, same), await answer(id, same)])
        expect(result.error).toBeNull()
      expect(await letters(reference)).toHaveLength(1)
    },
  )

  test('undoing an answer while it waits restores the stage of the enquiry', async () => {
    const { id, reference } = await anEnquiry()
    const letter = randomUUID()
    await answer(id, { p_letter: letter })
    expect((await owner.rpc('desk_unsend', { p_letter: letter })).error).toBeNull()
    expect(await letters(reference)).toHaveLength(0)
    expect(await read(id)).toMatchObject({ stage: 'new', letters: [] })
  })

  test.each([
    ['the first is undone', 0, 'answered'],
    ['the second is undone', 1, 'answered'],
    ['both are undone', null, 'new'],
  ])(
    'undoing one of several answers leaves the stage that the remaining ones gave: %s',
    async (_, back, stage) => {
      const { id } = await anEnquiry()
      const both = [randomUUID(), randomUUID()]
      for (const [seen, letter] of both.entries())
        await answer(id, { p_letter: letter, p_seen: seen })
      for (const letter of back === null ? both : [both[back]])
        expect((await owner.rpc('desk_unsend', { p_letter: letter })).error).toBeNull()
      expect(await read(id)).toMatchObject({ stage })
    },
  )

  test('undoing a quote restores the stage that earlier answers gave, unless somebody has changed it since', async () => {
    const quote = { lines: [{ what: 'Chicken', amount: 54_000 }], validUntil: '2999-12-31' }
    const { id } = await anEnquiry()
    const letter = randomUUID()
    await answer(id, { p_letter: letter, p_quote: quote })
    await answer(id, { p_seen: 1 })
    await owner.rpc('desk_unsend', { p_letter: letter })
    expect(await read(id)).toMatchObject({ stage: 'answered', quoted: null })
    const other = randomUUID()
    await answer(id, { p_letter: other, p_seen: 1, p_quote: quote })
    const turn = { p_id: id, p_field: 'stage', p_value: 'confirmed', p_seen: 'quoted' }
    await owner.rpc('desk_change_enquiry', turn)
    await owner.rpc('desk_unsend', { p_letter: other })
    expect(await read(id)).toMatchObject({ stage: 'confirmed' })
  })

  test('an answer that was sent cannot be undone', async () => {
    const { id, reference } = await anEnquiry()
    const letter = randomUUID()
    await answer(id, { p_letter: letter })
    await sql`update public.outbox set sent_at = now() where data ->> 'reference' = ${reference}`
    const { error } = await owner.rpc('desk_unsend', { p_letter: letter })
    expect(error).toMatchObject({ code: 'PT400', message: 'It has gone already.' })
    expect(await read(id)).toMatchObject({ stage: 'answered' })
  })

  test('an answer is refused and the other one shown when somebody else answered first', async () => {
    const { id, reference } = await anEnquiry()
    await answer(id)
    const { error } = await answer(id, { p_text: 'Mine' })
    expect(error?.code).toBe('PT409')
    expect(JSON.parse(error?.details ?? '')).toMatchObject([{ text: 'We would love to.' }])
    expect(await letters(reference)).toHaveLength(1)
  })

  test.each([' ', 'x'.repeat(4001)])(
    'an answer that is blank or too long is refused',
    async (text) => {
      const { id, reference } = await anEnquiry()
      expect((await answer(id, { p_text: text })).error?.code).toBe('PT400')
      expect(await letters(reference)).toHaveLength(0)
    },
  )
})

describe('quoting for an enquiry', () => {
  const quote = {
    lines: [
      { what: 'Chicken for 45', amount: 54_000 },
      { what: 'Griddle', amount: 650 },
    ],
    validUntil: '2999-12-31',
    total: 1,
  }

  test('the database sums a quote and moves the enquiry to “quoted”', async () => {
    const { id, reference } = await anEnquiry()
    expect((await answer(id, { p_quote: quote })).error).toBeNull()
    expect(await read(id)).toMatchObject({ stage: 'quoted', quoted: 54_650 })
    expect(await letters(reference)).toMatchObject([{ data: { quote: { total: 54_650 } } }])
  })

  test.each([
    [{ ...quote, lines: [] }, 'A quote has one to thirty lines.'],
    [{ ...quote, lines: 'none' }, 'A quote has lines.'],
    [
      { ...quote, lines: [{ what: 'x', amount: -1 }] },
      'Each line of a quote says what it is and what it costs.',
    ],
    [
      { ...quote, lines: [{ what: ' ', amount: 1 }] },
      'Each line of a quote says what it is and what it costs.',
    ],
    [
      { ...quote, lines: [0, 1].map(() => ({ what: 'x', amount: 99_999_999 })) },
      'A quote of a million pounds? Please look at its lines again.',
    ],
    [{ ...quote, validUntil: 'soon' }, 'How long is the quote good for?'],
    [{ ...quote, validUntil: 'infinity' }, 'How long is the quote good for?'],
    [{ ...quote, validUntil: '2020-01-01' }, 'That “good until” day has gone.'],
  ])('an invalid quote is refused with a clear message: %#', async (bad, words) => {
    const { id } = await anEnquiry()
    expect((await answer(id, { p_quote: bad })).error?.message).toBe(words)
    expect(await read(id)).toMatchObject({ stage: 'new' })
  })
})

describe('changing an enquiry', () => {
  const change = (id: string, field: string, value: string, seen: string) =>
    owner.rpc('desk_change_enquiry', { p_id: id, p_field: field, p_value: value, p_seen: seen })

  test.each([
    ['stage', 'confirmed', 'new', { stage: 'confirmed' }],
    ['note', 'Coeliac', '', { note: 'Coeliac' }],
    ['eventOn', '2026-12-13', '2026-12-12', { event_on: '2026-12-13' }],
    ['followUpOn', '2026-12-01', '', { follow_up_on: '2026-12-01' }],
  ])(
    'a change of the %s is saved, logged without its text, and can be undone',
    async (field, value, seen, shown) => {
      const { id, reference } = await anEnquiry()
      expect((await change(id, field, value, seen)).error).toBeNull()
      expect(await read(id)).toMatchObject(shown)
      const log = await sql`
      select after::text from public.desk_log where subject = ${`enquiry:${reference}`}`
      expect(log).toHaveLength(1)
      expect(log[0]?.after).not.toContain('Coeliac')
      expect((await change(id, field, seen, value)).error).toBeNull()
    },
  )

  test('an enquiry is due from its follow-up day until the customer is written to', async () => {
    const { id } = await anEnquiry()
    await answer(id)
    const today = londonDay(Date.now())
    await change(id, 'followUpOn', today, '')
    expect(await read(id)).toMatchObject({ is_due: true })
    await answer(id, { p_seen: 1 })
    expect(await read(id)).toMatchObject({ is_due: false })
    await change(id, 'followUpOn', addDays(today, -1), today)
    expect(await read(id)).toMatchObject({ is_due: false })
  })

  test('clearing the event date keeps what was typed into the form', async () => {
    const { id } = await anEnquiry()
    expect((await change(id, 'eventOn', '', '2026-12-12')).error).toBeNull()
    expect(await read(id)).toMatchObject({ event_on: null, day_typed: '2026-12-12' })
  })

  test('a change based on an outdated value is refused with the current one', async () => {
    const { id } = await anEnquiry()
    await change(id, 'note', 'Mine', '')
    const { error } = await change(id, 'note', 'Yours', '')
    expect(error).toMatchObject({ code: 'PT409', details: '"Mine"' })
  })

  test.each([
    ['stage', 'sold', 'new'],
    ['followUpOn', '30 February', ''],
    ['followUpOn', 'tomorrow', ''],
    ['eventOn', '0202-12-12', '2026-12-12'],
    ['message', 'x', ''],
    ['note', 'x'.repeat(4001), ''],
  ])('an invalid value for the %s is refused', async (field, value, seen) => {
    const { id } = await anEnquiry()
    expect((await change(id, field, value, seen)).error?.code).toBe('PT400')
  })

  test('changing an enquiry that was removed is refused as a conflict', async () => {
    expect((await change(randomUUID(), 'note', 'x', '')).error?.code).toBe('PT409')
  })
})
