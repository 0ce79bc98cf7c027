import { expect, test } from 'vitest'
import type { BoxEmail, TemplateName } from '../../mail/emails.ts'
import { parseEmail } from '../../mail/emails.ts'
import { renderEmail } from '../../mail/render.tsx'
import { aRenewalEmail, aCancelledBoxEmail } from './samples.ts'

/**
 * Renders an email, and returns its HTML, its subject and its text without line breaks. Every price in the text must be
 * in the HTML, too.
 */
async function read(
  template: TemplateName,
  data: object,
): Promise<{ subject: string; text: string; html: string }> {
  const email = parseEmail(template, data)
  const siteUrl = new URL('https://shop.example')
  const { subject, html, text } = await renderEmail(email, { siteUrl, pictures: new Map() })
  const plain = text.replace(/\s+/g, ' ')
  for (const sum of plain.match(/£[\d.,]+\d/g) ?? []) expect(html).toContain(sum)
  return { subject, text: plain, html }
}

const refund = { number: 2041, placedAt: '2026-11-14T12:00:00Z', total: 4529 }

test('the email of a partial refund states the amount now, before and in all', async () => {
  const { subject, text } = await read('refund', { ...refund, amount: 850, refunded: 1179 })
  expect(subject).toBe('Order 2041: £8.50 paid back')
  expect(text).toContain('We have sent back £8.50 of order 2041')
  expect(text).toContain('The rest of the order stays as it is.')
  expect(text).toMatch(/Order 2041 of Sat 14 Nov 2026\W+£45\.29/)
  expect(text).toMatch(
    /Paid back before\W+£3\.29\W+Paid back now\W+£8\.50\W+Paid back in all\W+£11\.79/,
  )
})

test('the email of a full refund states that everything was refunded', async () => {
  const { subject, text } = await read('refund', { ...refund, amount: 4529, refunded: 4529 })
  expect(subject).toBe('Order 2041: £45.29 paid back')
  expect(text).toContain('You’ve now had all your money back.')
  expect(text).not.toMatch(/Paid back before|in all/)
})

test('the email of a later box states its cost, its address and the next payment', async () => {
  const { subject, text } = await read('box_renewal', aRenewalEmail())
  expect(subject).toBe('Order 2041: your next box is paid')
  for (const words of [
    'Big Gay Bear Box (quarterly)',
    'every 3 months',
    '12 Example Road',
    'The next payment is £45.00 on Sat 20 Feb 2027',
    'Manage or cancel',
    'version 2025-04'.replace('v', 'V'),
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/Standard delivery\W+included/)
  expect(text).not.toContain('£0.00')
  expect(text).toMatch(/Total\W+£45\.00/)
})

test('the email of the last box states that no more payments follow', async () => {
  const { text } = await read('box_renewal', aRenewalEmail({ nextAt: null }))
  expect(text).toContain('no more payments will be taken')
  expect(text).not.toContain('The next payment is')
})

test('the email of a failed payment states the amount and the next attempt', async () => {
  const email = aCancelledBoxEmail({ overdueAmount: 8500, retryAt: '2026-11-23T23:30:00Z' })
  const { subject, text } = await read('box_payment_failed', email)
  expect(subject).toBe('Your box: the payment of £85.00 did not go through')
  expect(text).toContain('You haven’t been charged for it')
  expect(text).toContain('We’ll try again on Mon 23 Nov 2026.')
  expect(text).toContain('2 × £20.00')
  const last = await read('box_payment_failed', { ...email, retryAt: null })
  expect(last.text).toContain('We won’t try again by ourselves.')
})

test.each<[string, Partial<BoxEmail>, string, string[]]>([
  [
    'by the customer states the cancelled payment and the last day',
    {},
    'Your box is cancelled (order 2041)',
    [
      'The £85.00 due on Sun 20 Dec 2026 is called off',
      'paid for still comes',
      'Changed your mind? Until it ends you can keep it, in your account.',
      'You get this because you have a subscription with us.',
    ],
  ],
  [
    'with an overdue payment states its next attempt',
    { overdueAmount: 8000, retryAt: '2026-11-23T12:00:00Z' },
    'Your box is cancelled (order 2041)',
    [
      'The last payment of £80.00 did not go through and we’ll try again on Mon 23 Nov 2026.',
      'The £85.00 due on Sun 20 Dec 2026 is called off',
      'Changed your mind? Until it ends you can keep it, in your account.',
    ],
  ],
  [
    'with an overdue payment that is not retried states that it is owed',
    { overdueAmount: 8000 },
    'Your box is cancelled (order 2041)',
    ['The last payment of £80.00 did not go through and is still owing.'],
  ],
  [
    'with immediate effect states its date',
    { isOver: true, endsAt: '2026-11-20T12:00:00Z' },
    'Your box is cancelled (order 2041)',
    [
      'It ended on Fri 20 Nov 2026',
      'paid for still comes',
      'You get this because you had a subscription with us.',
    ],
  ],
  [
    'for non-payment states the failed payment',
    { isOver: true, endsAt: '2026-12-05T12:00:00Z', reason: 'unpaid' },
    'Your box has ended: it was not paid (order 2041)',
    ['The payment of £85.00 for your next box did not go through', 'ended on Sat 5 Dec 2026'],
  ],
])('the email of a cancellation %s', async (_name, changes, title, words) => {
  const { subject, text, html } = await read('box_cancelled', aCancelledBoxEmail(changes))
  expect(subject).toBe(title)
  const preview = /<body[^>]*><div[^>]*>([^<\u00a0]+)/.exec(html)?.[1]?.replaceAll('&#x27;', "'")
  expect(text).toContain(preview)
  expect(html).toContain('href="https://shop.example/account-settings#your-boxes"')
  for (const phrase of [...words, 'Twink Box, Monthly', 'size L']) expect(text).toContain(phrase)
  expect(text).toMatch(/no more payments will be taken|we won’t take any more payments/i)
})

test('the email of a resumed subscription states the next payment and any overdue one', async () => {
  const goesOn = { endsAt: null, reason: null, nextAt: '2026-12-20T12:00:00Z' }
  const { subject, text } = await read('box_resumed', aCancelledBoxEmail(goesOn))
  expect(subject).toBe('Your box is back on (order 2041)')
  for (const phrase of [
    'You’ve kept your box, so it carries on as before.',
    'The next payment is £85.00 on Sun 20 Dec 2026.',
    'Twink Box, Monthly',
    'Manage or cancel',
  ])
    expect(text).toContain(phrase)
  expect(text).not.toMatch(/did not go through|(no|any) more payments/i)
  const late = await read('box_resumed', aCancelledBoxEmail({ ...goesOn, overdueAmount: 8000 }))
  expect(late.text).toContain('The last payment of £80.00 did not go through')
})

test('the email of a skipped box states its month and the next payment', async () => {
  const skipped = { endsAt: null, reason: null, skippedAt: '2026-12-20T12:00:00Z' }
  const { subject, text, html } = await read(
    'box_skipped',
    aCancelledBoxEmail({ ...skipped, nextAt: '2027-01-20T12:00:00Z' }),
  )
  expect(subject).toBe('We’ll skip your December box (order 2041)')
  for (const phrase of [
    'We’ll skip your December box: we won’t charge you or pack one.',
    'The next payment is £85.00 on Wed 20 Jan 2027.',
    'Twink Box, Monthly',
  ])
    expect(text).toContain(phrase)
  expect(html).toContain('href="https://shop.example/account-settings#your-boxes"')
})

test('the email of an unskipped box states when it is paid', async () => {
  const back = { endsAt: null, reason: null, nextAt: '2026-12-20T12:00:00Z' }
  const { subject, text } = await read('box_unskipped', aCancelledBoxEmail(back))
  expect(subject).toBe('We’ll pack your December box after all (order 2041)')
  expect(text).toContain('The next payment is £85.00 on Sun 20 Dec 2026.')
})
