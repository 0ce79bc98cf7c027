import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { createVisit, watch, type Window } from './browsing.ts'
import { inFreshFolder, startShop, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, type Figure, median, remark, show } from './figure.ts'

/** So long the bot is at it, all rounds together. */
const botMs = 60_000
/** How many connections it uses at once. */
const connections = 4
/** The bot's own address; visitors come from another. */
const botAddress = '10.66.6.6'
/** The limits by address in five minutes: catering, consultancy, newsletter, guests' addresses. */
const mostTaken = 20 + 12 + 30 + 60
/** Letters about accounts that one address may cause in an hour. */
const mostAuthLetters = 60
/** Enquiries cause two letters, the others one at most. */
const mostLetters = 2 * (20 + 12) + 30 + 60 + mostAuthLetters

/** What a bot that posts every form as fast as it can does to those who browse, and to the mailbox. */
export async function measureBot({ seconds, rounds }: Pace): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    inFreshFolder((folder) =>
      withServers(
        [startShop({ DATABASE_URL, DATA_DIR: folder, TRUSTED_PROXIES: 'loopback' })],
        async ({ url }) => {
          const { publishable }: { publishable: string } = JSON.parse(
            await readFile(join(folder, 'keys.json'), 'utf8'),
          )
          const visit = createVisit(url, publishable)
          const postAll = createBot(url, publishable)
          const ms = Math.max(seconds * 1000, botMs / rounds)
          await watch(visit, ms, null)
          const pairs: { usual: Window; busy: Window }[] = []
          for (let round = 0; round < rounds; round += 1) {
            const usual = await watch(visit, ms, null)
            pairs.push({ usual, busy: await watch(visit, ms, postAll) })
          }
          return [...describe(pairs), ...(await describeTaken(DATABASE_URL))]
        },
      ),
    ),
  )
}

function describe(pairs: { usual: Window; busy: Window }[]): Figure[] {
  const usual = median(pairs.map((pair) => pair.usual.p95))
  const busy = median(pairs.map((pair) => pair.busy.p95))
  return [
    atMost({
      name: 'browsing while a bot posts every form, to its usual p95',
      value: median(pairs.map((pair) => pair.busy.p95 / pair.usual.p95)),
      show: show.ratio,
      limit: 2,
      beside: `p95 ${show.ms(busy)}, usually ${show.ms(usual)}`,
    }),
    remark('rounds of the bot', show.plain(pairs.reduce((sum, { busy }) => sum + busy.rounds, 0))),
  ]
}

async function describeTaken(databaseUrl: string): Promise<Figure[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const [row] = await sql<{ taken: number; letters: number }[]>`
    select (select count(*) from public.enquiries)::int + (select count(*) from public.newsletter_signups)::int
        + (select count(*) from public.guest_carts where email is not null)::int as taken,
      (select count(*) from public.outbox)::int as letters`
  await sql.end()
  return [
    atMost({
      name: 'posts of the bot that were taken',
      value: row?.taken ?? Number.NaN,
      limit: mostTaken,
      show: show.plain,
    }),
    atMost({
      name: 'letters that the bot caused',
      value: row?.letters ?? Number.NaN,
      limit: mostLetters,
      show: show.plain,
    }),
  ]
}

/** Posts each form once, every time in another name. */
function createBot(url: string, apikey: string): () => Promise<void> {
  async function post(path: string, body: object): Promise<void> {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': botAddress },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}: ${text}`)
  }
  return async () => {
    const name = 'Busy Bot'
    const email = `${randomUUID()}@bot.example`
    const message = 'Two griddles, please, and a cake.'
    const cartData = [{ product_id: randomUUID(), quantity: 1 }]
    const forms: [path: string, body: object][] = [
      [
        '/functions/v1/secure-catering-inquiry',
        {
          name,
          email,
          message,
          eventType: 'Wedding',
          guestCount: '60',
        },
      ],
      ['/functions/v1/consultancy-inquiry', { name, email, details: message }],
      ['/functions/v1/secure-guest-email/save', { email, cartData, wantsCode: true }],
      ['/rest/v1/newsletter_signups', { name, email }],
      [
        '/rest/v1/rpc/store_guest_cart',
        {
          p_cart_id: null,
          p_email: null,
          p_cart_data: cartData,
        },
      ],
      ['/rest/v1/rpc/discount_of', { p_code: 'TEN0A1B2C3D4' }],
      ['/auth/v1/signup', { email, password: 'Hot5auce4Me', data: { full_name: name } }],
      ['/auth/v1/token?grant_type=password', { email, password: 'Hot5auce4Me' }],
      ['/auth/v1/recover', { email }],
    ]
    // Each connection takes the next form as soon as its last one is answered.
    const open = forms.values()
    const connection = async () => {
      for (const [path, body] of open) await post(path, body)
    }
    await Promise.all(Array.from({ length: connections }, connection))
  }
}
