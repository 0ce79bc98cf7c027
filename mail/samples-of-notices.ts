import type { EmailData } from './emails.ts'

/** One of each kind. */
export const stuckNotice: EmailData['stuck_notice'] = {
  stuck: [
    { kind: 'failed_letters', amount: 2, since: '2026-11-14T12:00:00.000Z', details: [] },
    { kind: 'late_letters', amount: 1, since: '2026-11-14T12:00:00.000Z', details: [] },
    {
      kind: 'payments',
      amount: 1,
      since: '2026-11-14T12:00:00.000Z',
      details: ['checkout.session.completed evt_1QaB: another sum (order 2041)'],
    },
    {
      kind: 'catalogue',
      amount: 1,
      since: null,
      details: [
        'Nashville Chilli Crisp: it goes on selling for £8.50, not for £9.00 yet. The reason: An error occurred with our connection to Stripe.',
      ],
    },
    { kind: 'backup', amount: 1, since: '2026-11-14T12:00:00.000Z', details: [] },
    { kind: 'disk', amount: 1, since: null, details: ['1.2 GB of 40 GB are free.'] },
  ],
}

/** More than the email names. */
export const manyStuck: EmailData['stuck_notice'] = {
  stuck: [
    {
      kind: 'catalogue',
      amount: 12,
      since: '2026-11-14T12:00:00.000Z',
      details: [
        'Pickle Me Pink: it cannot be bought yet. The reason: Invalid amount',
        'Something that was deleted: it is off sale here, and not archived at the payment provider yet. The reason: none was given',
      ],
    },
  ],
}
