import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { timelineLabel } from './timeline-labels.ts'
import type { OrderEvent } from '../../features/orders/queries.ts'

const at = '2026-11-23T12:00:00Z'
const pieces = [
  { name: 'Spice Bag Mix', quantity: 2, size: null },
  { name: 'Tee', quantity: 1, size: 'M' },
]

test.each<[Omit<OrderEvent, 'at'>, string]>([
  [
    {
      what: 'send_part',
      pieces,
      carrier: 'Royal Mail',
      tracking: 'AB123456789GB',
      who: 'Ollie',
      after: { lines: [] },
    },
    'Part sent · 2 × Spice Bag Mix, 1 × Tee (size M) · Royal Mail · AB123456789GB · Ollie',
  ],
  [
    {
      what: 'choose_recipe',
      who: 'Ollie',
      after: { line: 'Loose Lips', recipes: [2], jar: 'new' },
    },
    'Loose Lips: the new jar goes in · Ollie',
  ],
  [
    {
      what: 'choose_recipe',
      who: 'Ollie',
      after: { line: 'Loose Lips', recipes: [2], jar: 'other', since: '2026-11-26T12:00:00Z' },
    },
    'Loose Lips: the jar of 26 Nov goes in · Ollie',
  ],
  [{ what: 'choose_recipe', who: 'Ollie', after: null }, 'Old or new jar chosen · Ollie'],
  [
    { what: 'mail', template: 'dispute_notice', state: 'sent', to: 'beau@example.com' },
    'Notice to us about a dispute sent · beau@example.com',
  ],
  [{ what: 'mail', template: 'welcome', state: 'sent' }, 'Mail sent'],
  [
    { what: 'undo_send_part', pieces, carrier: 'Royal Mail', who: 'Ollie' },
    'Part-sending undone · 2 × Spice Bag Mix, 1 × Tee (size M) · Ollie',
  ],
  [
    { what: 'paid_back', pieces, amount: 1150, isBooked: true, reason: 'Lid', who: 'Beau' },
    '£11.50 paid back · 2 × Spice Bag Mix, 1 × Tee (size M) · “Lid” · Beau',
  ],
  [
    {
      what: 'paid_back',
      pieces: pieces.map((one) => ({ ...one, isRestocked: one.size === 'M' })),
      amount: 1150,
      isBooked: true,
    },
    '£11.50 paid back · 2 × Spice Bag Mix, 1 × Tee (size M) · back on the shelf: 1 × Tee (size M)',
  ],
  [
    {
      what: 'cancelled',
      pieces: pieces.map((one) => ({ ...one, isRestocked: true })),
      amount: 1150,
      isBooked: true,
    },
    'Cancelled, £11.50 paid back · back on the shelf',
  ],
  [{ what: 'stop_box', who: 'Beau', after: { atOnce: true } }, 'Box stopped at once · Beau'],
  [{ what: 'stop_box', who: 'Beau', after: { atOnce: false } }, 'Box stopped at its end · Beau'],
  [
    { what: 'stop_box', who: 'Beau', after: { atOnce: true, isDone: false } },
    'Box stopped at once? · the payment provider did not say yes · Beau',
  ],
  ...[
    ['the box is active', 'The box goes on'],
    ['the box is active, cancelled', 'The box is cancelled, and ends when it is due'],
    ['the box is cancelled', 'The box has ended'],
    ['the box is past due', 'The box’s payment did not come'],
    [
      'the box is active; order 1002 for a later box',
      'The box goes on; order 1002 for a later box',
    ],
  ].map(([detail = '', words]): [Omit<OrderEvent, 'at'>, string] => [
    { what: 'provider', detail },
    `${words} · payment provider`,
  ]),
])('the timeline shows the event %o as "%s"', (event, words) => {
  const { title, more } = timelineLabel({ at, ...event })
  expect([title, ...more].join(' · ')).toBe(words)
})

test('every action that the database logs on an order has a title of its own in its timeline', () => {
  const folder = join(import.meta.dirname, '../../../supabase/schemas')
  const actions = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /log_desk_action\(\s*'([a-z_]+)',\s*'order:'/g,
      ),
    ])
    .flatMap(([, action]) => action ?? [])
    // The timeline shows refunds instead of the actions `pay_back` and `cancel`.
    .filter((action) => action !== 'pay_back' && action !== 'cancel')
  expect(actions.length).toBeGreaterThan(10)
  const isUntitled = (what: string) =>
    timelineLabel({ at, what }).title === what.replaceAll('_', ' ')
  expect(actions.filter(isUntitled)).toEqual([])
})
