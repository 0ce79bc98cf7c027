import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LogEntry } from './log-query.ts'
import { getActionLabel, getSubjectPath, formatLogSubject } from './log-labels.ts'

const spice = {
  subject: 'product:7d0c3a52-3c57-4a0c-9b1e-0e4b0f6f6d11',
  name: 'Spice Bag Mix',
}

/** Creates an entry from the fields that matter to a test. */
function anEntry(action: string, rest: Partial<LogEntry> = {}): LogEntry {
  return {
    id: 1,
    at: '2026-11-23T12:00:00Z',
    who: 'Beau',
    action,
    subject: 'order:1042',
    name: null,
    count: null,
    changes: [],
    ...rest,
  }
}

const market = { subject: 'date:market-thursday-market:2026-12-03', name: 'Thursday market' }

const changed = (what: string, from: unknown, to: unknown) => ({ changes: [{ what, from, to }] })

test.each<[LogEntry, string]>([
  [
    anEntry('price', { ...spice, ...changed('price', 450, 495) }),
    'set Spice Bag Mix from £4.50 to £4.95',
  ],
  [
    anEntry('price', { ...spice, ...changed('price', null, 495) }),
    'set Spice Bag Mix from Price TBA to £4.95',
  ],
  [
    anEntry('stock', { ...spice, ...changed('stock', 4, 3) }),
    'set the stock of Spice Bag Mix from 4 to 3',
  ],
  [
    anEntry('sold_out', { ...spice, ...changed('isSoldOut', false, true) }),
    'marked Spice Bag Mix as sold out',
  ],
  [
    anEntry('answer_label_question', { ...spice, ...changed('isCorrection', null, true) }),
    'said that the former label of Spice Bag Mix was wrong',
  ],
  [
    anEntry('answer_label_question', { ...spice, ...changed('isCorrection', true, false) }),
    'said that the recipe of Spice Bag Mix changed',
  ],
  [
    anEntry('publish', { ...spice, ...changed('netQuantity', '90 g', '100 g') }),
    'published Spice Bag Mix: net quantity',
  ],
  [anEntry('pack', { subject: 'orders', count: 3 }), 'packed 3 orders'],
  [
    anEntry('send', changed('carrier', null, 'Royal Mail')),
    'marked order 1042 as sent with Royal Mail',
  ],
  [
    anEntry('choose_recipe', {
      changes: [
        { what: 'jar', from: null, to: 'new' },
        { what: 'line', from: null, to: 'Loose Lips' },
      ],
    }),
    'chose the new jar of Loose Lips for order 1042',
  ],
  [anEntry('skip_box', changed('isDone', null, true)), 'skipped one box of order 1042'],
  [
    anEntry('skip_box', changed('isDone', null, false)),
    'skipped one box of order 1042: asked for, and the payment provider did not say yes',
  ],
  [anEntry('pay_back', changed('amount', null, 450)), 'paid back £4.50 of order 1042'],
  [
    anEntry('pay_back_again', changed('amount', null, 450)),
    'asked the payment provider again to pay back £4.50 of order 1042',
  ],
  [
    anEntry('enquiry', { subject: 'enquiry:CAT-0A1B2C3D', ...changed('stage', 'new', 'lost') }),
    'moved enquiry CAT-0A1B2C3D to lost',
  ],
  [
    anEntry('enquiry', { subject: 'enquiry:CAT-0A1B2C3D', ...changed('note', null, true) }),
    'wrote a note on enquiry CAT-0A1B2C3D',
  ],
  [
    anEntry('enquiry', {
      subject: 'enquiry:CAT-0A1B2C3D',
      ...changed('followUpOn', '', '2026-12-01'),
    }),
    'set the follow-up day of enquiry CAT-0A1B2C3D to Tuesday 1 December',
  ],
  [
    anEntry('enquiry', {
      subject: 'enquiry:CAT-0A1B2C3D',
      ...changed('eventOn', '2026-12-01', ''),
    }),
    'set the day of enquiry CAT-0A1B2C3D to none',
  ],
  [
    anEntry('cancel_date', { ...market, ...changed('state', 'on', 'cancelled') }),
    'cancelled Thursday market of Thursday 3 December',
  ],
  [
    anEntry('cancel_date', { ...market, ...changed('state', 'on', 'off') }),
    'left out Thursday market of Thursday 3 December',
  ],
  [
    anEntry('move_date', { ...market, ...changed('to_day', null, '2026-12-04') }),
    'moved Thursday market of Thursday 3 December to Friday 4 December',
  ],
  [
    anEntry('bring_back_date', market),
    'put Thursday market of Thursday 3 December back as it was planned',
  ],
  [
    anEntry('remove', { subject: 'person:x', ...changed('name', 'Ollie', null) }),
    'ended the access of Ollie',
  ],
  [anEntry('erase', { subject: 'person:0123456789ab' }), 'erased somebody'],
  [anEntry('add_code', { subject: 'code:SUMMER10' }), 'made the code SUMMER10'],
  [
    anEntry('withdraw_code', { subject: 'code:SUMMER10', ...changed('withdrawn', false, true) }),
    'withdrew the code SUMMER10',
  ],
  [
    anEntry('withdraw_code', { subject: 'code:SUMMER10', ...changed('withdrawn', true, false) }),
    'let the code SUMMER10 work again',
  ],
  [
    anEntry('delivery_price', { subject: 'delivery:standard', ...changed('price', 329, 349) }),
    'set standard delivery from £3.29 to £3.49',
  ],
  [
    anEntry('testimonial', {
      subject: 'testimonial:1',
      name: 'Noor',
      ...changed('words', 'Hot', 'Hotter'),
    }),
    'wrote the testimonial of Noor',
  ],
  [
    anEntry('testimonial', { subject: 'testimonial:1', ...changed('words', 'Hot', 'Hotter') }),
    'wrote a testimonial',
  ],
  [
    anEntry('testimonial_gone', { subject: 'testimonial:1', name: 'Noor' }),
    'took the testimonial of Noor away',
  ],
  [
    anEntry('announcement', { subject: 'bar', ...changed('isOn', null, true) }),
    'switched on the announcement bar',
  ],
  [
    anEntry('announcement', { subject: 'bar', ...changed('isOn', null, false) }),
    'changed the announcement bar',
  ],
  [
    anEntry('holiday', { subject: 'holiday', ...changed('isOn', true, false) }),
    'switched off the holiday notice',
  ],
  [
    anEntry('holiday', { subject: 'holiday', ...changed('words', 'A', 'B') }),
    'changed the holiday notice',
  ],
  [anEntry('faq_gone', { subject: 'faq:1', name: 'Is it hot?' }), 'took “Is it hot?” away'],
  [
    anEntry('moved_house', { subject: 'shop', ...changed('newStreet', 'A', 'B') }),
    'moved house · shop: new street from A to B',
  ],
  [
    anEntry('something_new', { subject: 'shop', ...changed('list', [1], [2]) }),
    'something new · shop',
  ],
])('the log shows the entry %o as "%s"', (entry, words) => {
  expect(getActionLabel(entry)).toBe(words)
})

test('every action that the database logs has a label', () => {
  const folder = join(import.meta.dirname, '../../../supabase/schemas')
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
  const noted = files
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /(?:log_desk_action\(|update_event\(evening, )\s*'([a-z_]+)'/g,
      ),
    ])
  const names = new Set(noted.flatMap(([, name]) => name ?? []))
  expect(names.size).toBeGreaterThan(40)
  expect([...names].filter((name) => getActionLabel(anEntry(name)).includes(' · '))).toEqual([])
})

test('a deleted product and an unknown person still have a name in the log', () => {
  expect(formatLogSubject({ ...spice, name: null })).toBe('a product that is gone')
  expect(formatLogSubject({ subject: 'person:0123456789ab', name: null })).toBe('somebody')
})

test('log entries link to the screen of their subject', () => {
  expect(getSubjectPath('order:1042')).toBe('/orders/1042')
  expect(getSubjectPath(spice.subject)).toBe(`/products/${spice.subject.slice(8)}`)
  expect(getSubjectPath('code:SUMMER10')).toBe('/codes')
  expect(getSubjectPath('person:0123456789ab')).toBeNull()
})
