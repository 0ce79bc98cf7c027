import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cartReminderOffer } from '../../domain/guest-email.ts'
import { newsletterOffer, newsletterPromise } from '../../domain/newsletter-words.ts'
import { createSecureGuestEmail } from '../../supabase/functions/secure-guest-email/handler.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const guestEmail = createSecureGuestEmail(createFunctionEnvironment(shop))
const forged = 'I agree to everything'
const newsletterWords = `${newsletterOffer} ${newsletterPromise}`

beforeEach(async () => {
  for (const table of ['newsletter_signups', 'cart_reminder_consents', 'outbox', 'rate_limits'])
    await sql.unsafe(`delete from public.${table}`)
})

async function saveGuest(page: unknown): Promise<number> {
  const answer = await guestEmail(
    new Request(`${shop.siteUrl.origin}/functions/v1/secure-guest-email/save`, {
      method: 'POST',
      body: JSON.stringify({
        email: 'guest@example.com',
        cartData: [],
        agreed: true,
        wording: forged,
        page,
      }),
    }),
  )
  return answer.status
}

const reminderConsents = () => sql`select wording, page from public.cart_reminder_consents`

test.each([
  ['newsletter', newsletterWords],
  ['cart_reminders', cartReminderOffer],
])('the recorded wording of the consent %s is that on the pages', async (consent, words) => {
  const [row] = await sql`select public.consent_wording(${consent}) as words`
  expect(row?.words).toBe(words)
})

describe('the recorded wording of a consent', () => {
  test(
    'a newsletter sign-up stores the wording of the shop, whatever the request says',
    { tags: ['abuse-26'] },
    async () => {
      const reader = { email: 'reader@example.com', name: 'Reader' }
      for (const consent_wording of [forged, 'x'.repeat(600), null]) {
        await sql`delete from public.newsletter_signups`
        const signUps = shop.anon.from('newsletter_signups')
        const { status } =
          consent_wording === null
            ? await signUps.insert(reader)
            : await signUps.insert({ ...reader, consent_wording })
        expect(status).toBe(201)
        const [stored] = await sql`select consent_wording from public.newsletter_signups`
        expect(stored).toEqual({ consent_wording: newsletterWords })
      }
    },
  )

  test(
    'a consent on the account page stores the wording of the shop, whatever the request says',
    { tags: ['form-cart-reminders-26', 'form-cart-reminders-27'] },
    async () => {
      const { client } = await shop.createUser()
      for (const sent of [{ p_wording: forged }, { p_wording: '' }, {}]) {
        const args = { p_agreed: true, p_page: '/account-settings', ...sent }
        expect((await client.rpc('set_cart_reminders', args)).data).toBe(true)
        expect(await reminderConsents()).toEqual([
          { wording: cartReminderOffer, page: '/account-settings' },
        ])
      }
    },
  )

  test('a guest consent stores the wording of the shop, whatever the request says', async () => {
    expect(await saveGuest('/cart')).toBe(200)
    expect(await reminderConsents()).toEqual([{ wording: cartReminderOffer, page: '/cart' }])
  })
})

describe('the recorded page of a consent', () => {
  const pages = [
    ['/shop', '/shop'],
    [' /shop\r\nBcc: x\u202e', '/shop Bcc: x'],
    ['/<script>', '/script'],
    [`/${'x'.repeat(400)}`, `/${'x'.repeat(299)}`],
    ['https://evil.example/', null],
    ['//evil.example/', null],
    ['/<>/evil.example/', null],
    ['/\\evil.example/', null],
    ['/shop//deep', '/shop//deep'],
    ['=HYPERLINK("x")', null],
    ['', null],
    [null, null],
  ] as const

  test.each(pages)(
    'the page %j of a consent is stored as %j',
    {
      tags: ['abuse-26', 'form-guest-email-26', 'form-cart-reminders-26', 'form-cart-reminders-27'],
    },
    async (page, kept) => {
      const row = { email: 'reader@example.com', name: 'Reader', consent_page: page }
      expect((await shop.anon.from('newsletter_signups').insert(row)).status).toBe(201)
      const [signUp] = await sql`select consent_page from public.newsletter_signups`
      expect(signUp).toEqual({ consent_page: kept })
      expect(await saveGuest(page)).toBe(200)
      expect(await reminderConsents()).toMatchObject([{ page: kept }])
      const { client } = await shop.createUser()
      await client.rpc('set_cart_reminders', { p_agreed: true, p_page: page })
      expect(await reminderConsents()).toMatchObject([{ page: kept }, { page: kept }])
    },
  )
})

test('a newsletter sign-up without a name is refused', async () => {
  const row = { email: 'reader@example.com', name: null }
  const { error } = await shop.anon.from('newsletter_signups').insert(row)
  expect(error?.code).toBe('23502')
})
