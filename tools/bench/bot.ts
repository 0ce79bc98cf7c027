import { browseBeside } from './beside.ts'
import { countIn, withSql } from './database.ts'
import { atMost, type Figure, figure, type Pace } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { load } from './load.ts'
import { cateringEnquiry } from './visitor.ts'

/** So long the bot is at it, all rounds together, ms. */
const leastMs = 60_000
/** The limits by address in five minutes: catering, consultancy, newsletter, guests' addresses. */
const mostTaken = 20 + 12 + 30 + 60
/** Enquiries cause two emails, the others one at most, and accounts 60 an hour for one address. */
const mostEmails = 2 * (20 + 12) + 30 + 60 + 60

/** What a bot that posts every form as fast as it can does to those who browse, and to the mailbox. */
export async function measureBot(pace: Pace): Promise<Figure[]> {
  return KeptShop.with({}, async (shop) => {
    const name = 'browsing while a bot posts every form, to its usual p95'
    const headers = { apikey: shop.keys.publishable, 'x-forwarded-for': '10.66.6.6' }
    const requests = forms.map(([path, body]) => ({ method: 'POST' as const, path, headers, body }))
    const bot = (seconds: number) =>
      load({ url: shop.url, seconds, requests, connections: 4, isIntruder: true })
    const browsing = await browseBeside(name, shop, pace, bot, { leastMs })
    const { taken, emails } = await withSql(await shop.databaseUrl(), (sql) =>
      countIn(sql<{ taken: number; emails: number }[]>`
        select (select count(*) from public.enquiries)::int + (select count(*) from public.newsletter_signups)::int
            + (select count(*) from public.guest_carts where email is not null)::int as taken,
          (select count(*) from public.outbox)::int as emails`),
    )
    return [
      browsing.figure,
      figure('posts of the bot that were taken', taken, atMost(mostTaken)),
      figure('emails that the bot caused', emails, atMost(mostEmails)),
    ]
  })
}

const name = 'Busy Bot'
/** Another one in each post. */
const email = '[<id>]@bot.example'
const password = 'Hot5auce4Me'
const enquiry = cateringEnquiry(name, email)
const cartData = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 1 }]

const forms: [path: string, body: object][] = [
  ['/functions/v1/secure-catering-inquiry', enquiry],
  ['/functions/v1/consultancy-inquiry', { name, email, details: enquiry.message }],
  ['/functions/v1/secure-guest-email/save', { email, cartData, wantsCode: true }],
  ['/rest/v1/newsletter_signups', { name, email }],
  ['/rest/v1/rpc/store_guest_cart', { p_cart_id: null, p_email: null, p_cart_data: cartData }],
  ['/rest/v1/rpc/discount_of', { p_code: 'TEN0A1B2C3D4' }],
  ['/auth/v1/signup', { email, password, data: { full_name: name } }],
  ['/auth/v1/token?grant_type=password', { email, password }],
  ['/auth/v1/recover', { email }],
]
