import { expect, test } from 'vitest'
import { type BoxSubscriptionRow, toBoxSubscription } from './boxes.ts'

function aRow(changes: Partial<BoxSubscriptionRow> = {}): BoxSubscriptionRow {
  return {
    id: 'b',
    status: 'active',
    boxes: [
      {
        name: 'Twink Box, Monthly',
        image: '/generated/stickers/twink-box-monthly-subscription.svg',
        size: null,
        quantity: 1,
        interval: { unit: 'month', count: 1 },
      },
    ],
    amount: 2000,
    current_period_end: '2026-12-20T23:30:00Z',
    skips_to: null,
    ends_at: null,
    ended_at: null,
    end_reason: null,
    overdue_amount: null,
    retry_at: null,
    overdue_cause: null,
    overdue_link: null,
    ...changes,
  }
}

test.each<[string, Partial<BoxSubscriptionRow>, string, string]>([
  ['that is active', {}, 'Active', 'Next payment: £20.00 on Sun 20 Dec 2026, every month.'],
  [
    'with a payment each quarter',
    { boxes: [{ ...aRow().boxes[0]!, interval: { unit: 'month', count: 3 } }] },
    'Active',
    'Next payment: £20.00 on Sun 20 Dec 2026, every 3 months.',
  ],
  [
    'that skips the next box',
    { skips_to: '2027-01-20T23:30:00Z' },
    'Active',
    'Next payment: £20.00 on Wed 20 Jan 2027, every month. We’re skipping the one due Sun 20 Dec 2026.',
  ],
  [
    'whose payment failed and is retried',
    { status: 'past_due', overdue_amount: 1950, retry_at: '2026-11-23T12:00:00Z' },
    'Failed',
    'The last payment of £19.50 didn’t go through. We’ll try again on Mon 23 Nov 2026. You can use another card.',
  ],
  [
    'whose bank wants its payment confirmed',
    { status: 'past_due', overdue_amount: 1950, overdue_cause: 'confirm' },
    'Confirm',
    'Your bank wants you to confirm the last payment of £19.50.',
  ],
  [
    'whose card has expired',
    { status: 'past_due', overdue_amount: 1950, overdue_cause: 'expired' },
    'Failed',
    'Your card has expired, so we couldn’t take the last payment of £19.50. You can use another card.',
  ],
  [
    'whose payment failed for good',
    { status: 'unpaid' },
    'Failed',
    'The last payment of £20.00 didn’t go through. You can use another card.',
  ],
  [
    'that is cancelled and ends with its period',
    { ends_at: '2026-12-20T12:00:00Z' },
    'Cancelled',
    'No more payments. It ends on Sun 20 Dec 2026. Changed your mind? You can keep it until then.',
  ],
  [
    'that is cancelled while a payment is overdue',
    {
      status: 'past_due',
      overdue_amount: 2000,
      retry_at: '2026-11-23T12:00:00Z',
      ends_at: '2026-12-20T12:00:00Z',
    },
    'Cancelled',
    'The last payment of £20.00 didn’t go through. We’ll try again on Mon 23 Nov 2026. After that, no more payments. It ends on Sun 20 Dec 2026. Changed your mind? You can keep it until then.',
  ],
  [
    'that has ended',
    { status: 'cancelled', ended_at: '2026-12-20T12:00:00Z', end_reason: 'asked' },
    'Ended',
    'It ended on Sun 20 Dec 2026. No more payments.',
  ],
  [
    'that nobody paid for',
    { status: 'cancelled', ended_at: '2026-12-05T12:00:00Z', end_reason: 'unpaid' },
    'Ended',
    'It ended on Sat 5 Dec 2026, because the payment didn’t go through.',
  ],
  ['that is paused', { status: 'paused' }, 'Paused', 'We’re not taking payments for now.'],
])('a subscription %s is shown with its next payment or end', (_name, changes, word, words) => {
  expect(toBoxSubscription(aRow(changes)).state).toMatchObject({ word, words })
})

test('converts a row to a subscription with its contents', () => {
  const second = { ...aRow().boxes[0]!, name: 'Big Gay Bear Box, Monthly', size: 'L', quantity: 2 }
  const box = toBoxSubscription(aRow({ boxes: [...aRow().boxes, second], amount: 11000 }))
  expect(box.contents.map(({ name, size, quantity }) => [name, size, quantity])).toEqual([
    ['Twink Box, Monthly', null, 1],
    ['Big Gay Bear Box, Monthly', 'L', 2],
  ])
  expect(box.state.words).toContain('£110.00')
})
