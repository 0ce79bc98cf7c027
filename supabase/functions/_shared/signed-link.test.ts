import { expect, test } from 'vitest'
import { verifyLink, signLink } from './signed-link.ts'

const shop = { SUPABASE_SECRET_KEY: 'sb_secret_one' }
const subject = 'márshä+news@example.com'

test('a signed link returns the subject for which it was made', async () => {
  const token = await signLink(shop, 'unsubscribe', subject, null)
  expect(await verifyLink(shop, 'unsubscribe', token, 1e15)).toEqual({ subject, isExpired: false })
})

test('signing the same link twice gives the same token', async () => {
  expect(await signLink(shop, 'newsletter-confirm', subject, 99)).toBe(
    await signLink(shop, 'newsletter-confirm', subject, 99),
  )
})

test('a signed link is invalid for another purpose or another shop', async () => {
  const token = await signLink(shop, 'newsletter-confirm', subject, null)
  expect(await verifyLink(shop, 'unsubscribe', token, 0)).toBeNull()
  expect(
    await verifyLink({ SUPABASE_SECRET_KEY: 'sb_secret_two' }, 'newsletter-confirm', token, 0),
  ).toBeNull()
})

test('a signed link expires at its time', async () => {
  const token = await signLink(shop, 'newsletter-confirm', subject, 1000)
  expect(await verifyLink(shop, 'newsletter-confirm', token, 999)).toEqual({
    subject,
    isExpired: false,
  })
  expect(await verifyLink(shop, 'newsletter-confirm', token, 1000)).toEqual({
    subject,
    isExpired: true,
  })
})

test('a signed link is invalid when its subject, time or signature was changed', async () => {
  const [name = '', time = '', signature = ''] = (
    await signLink(shop, 'newsletter-confirm', subject, 1000)
  ).split('.')
  const other = (await signLink(shop, 'newsletter-confirm', 'other@example.com', 1000)).split(
    '.',
  )[0]
  for (const token of [
    `${other}.${time}.${signature}`,
    `${name}..${signature}`,
    `${name}.zzzzzz.${signature}`,
    `${name}.${time}.${'A'.repeat(43)}`,
    `${name}.${time}`,
    `${name}.${time}.${signature}.x`,
    '',
    '..',
    '%00',
    'a'.repeat(5000),
  ])
    expect(await verifyLink(shop, 'newsletter-confirm', token, 0)).toBeNull()
})
