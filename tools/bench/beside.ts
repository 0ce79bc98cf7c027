import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../supabase/client.ts'
import { countIn, createAccounts, password } from './database.ts'
import { atMost, type Figure, figure, median, none, type Pace, show } from './figure.ts'
import type { KeptShop } from './kept-shop.ts'
import { load, runWorker } from './load.ts'
import { watchMemory } from './processes.ts'
import type { UploadJob } from './upload-worker.ts'
import { type Form, forms } from './visitor.ts'

/** Requests per second, sent without waiting for earlier responses. */
const visits = 100
export const pages = ['/', '/shop', '/shop/chilli-crisp/nashville-chilli-crisp']
const rest = '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true&order=Sort_order'

/**
 * Measures the ratio of the p95 of pages (and of REST, unless other paths are given) under another load to its usual p95. Each
 * round measures both, so that other work on the machine affects both. All rounds together last at least `leastMs`; `usually` runs
 * during the rounds without the load.
 */
export async function browseBeside<T>(
  name: string,
  { url, keys: { publishable: apikey } }: KeptShop,
  { seconds, rounds }: Pace,
  work: (seconds: number) => Promise<T>,
  {
    leastMs = 0,
    usually = async (_seconds: number): Promise<unknown> => undefined,
    paths = [...pages, rest],
    most = 2,
  } = {},
): Promise<{ figure: Figure; done: T[] }> {
  const time = Math.max(seconds, leastMs / 1000 / rounds)
  const headers = { 'accept-encoding': 'br', apikey }
  const requests = paths.map((path) => ({ path, headers }))
  const watch = async <W>(beside: (seconds: number) => Promise<W>) => {
    const browsing = load({ url, seconds: time, requests, visits })
    const [{ p95 }, done] = await Promise.all([browsing, beside(time)])
    return { p95, done }
  }
  const [usual, busy, done]: [number[], number[], T[]] = [[], [], []]
  await watch(usually)
  for (let round = 0; round < rounds; round++) {
    usual.push((await watch(usually)).p95)
    const found = await watch(work)
    busy.push(found.p95)
    done.push(found.done)
  }
  const ratio = median(busy.map((p95, round) => p95 / (usual[round] ?? Number.NaN)))
  const beside = `p95 ${show.ms(median(busy))}, usually ${show.ms(median(usual))}; ${visits} requests a second`
  return { figure: figure(name, ratio, atMost(most, show.ratio), beside), done }
}

const crowd = 10

/** Measures the slowdown of page loads while ten people sign in at once, repeatedly. */
export async function measureSignIns(shop: KeptShop, pace: Pace): Promise<Figure[]> {
  const { url, keys } = shop
  const accounts = await shop.withSql((sql) => createAccounts(sql, crowd))
  const requests = accounts.map(({ email }) => ({
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: keys.publishable },
    body: { email, password },
  }))
  // Uses an address per person, because the limit on sign-ins from one address is not measured here.
  const signIn = (seconds: number) =>
    load({ url, seconds, requests, connections: crowd, isCrowd: true })
  const name = 'browsing while ten sign in at once, to its usual p95'
  const { figure, done } = await browseBeside(name, shop, pace, signIn)
  const rate = show.rate(median(done.map((one) => one.rate)))
  return [{ ...figure, beside: `${figure.beside}; sign-ins ${rate}` }]
}

/** The duration of the bot's load in ms, all rounds together. */
const leastMs = 60_000
/** The limits per address in five minutes: catering, consultancy, newsletter, guests' email addresses. */
const mostTaken = 20 + 12 + 30 + 60
/** An enquiry causes two emails, other forms at most one, and accounts at most 60 an hour for one address. */
const mostEmails = 2 * (20 + 12) + 30 + 60 + 60

/** Measures the effect of a bot that posts every form as fast as it can on page loads and on the number of emails. */
export async function measureBot(shop: KeptShop, pace: Pace): Promise<Figure[]> {
  const name = 'browsing while a bot posts every form, to its usual p95'
  const headers = { apikey: shop.keys.publishable, 'x-forwarded-for': '10.66.6.6' }
  const requests = posted.map(([path, body]) => ({ path, headers, body }))
  const post = (seconds: number) =>
    load({ url: shop.url, seconds, requests, connections: 4, isBeside: true })
  const browsing = await browseBeside(name, shop, pace, post, { leastMs })
  const { taken, emails } = await shop.withSql((sql) =>
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
}

const bot = 'Busy Bot'
const email = '[<id>]@bot.example'
const cartData = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 1 }]

const posted: Form[] = [
  forms.catering(bot, email),
  forms.consultancy(bot, email),
  forms.guestEmail(email, { cartData }),
  forms.newsletter(bot, email),
  forms.guestCart(null, cartData),
  ['/rest/v1/rpc/discount_of', { p_code: 'TEN0A1B2C3D4' }],
  ['/auth/v1/signup', { email, password, data: { full_name: bot } }],
  ['/auth/v1/token?grant_type=password', { email, password }],
  ['/auth/v1/recover', { email }],
]

/** The number of simultaneous uploads, bytes of each, and the allowed growth of the process in bytes. */
const [pictures, size, mostMemory] = [100, 10_000_000, 100e6]

/** The duration of a round in ms: longer than a hundred uploads take to start. */
const uploadMs = 32_000

/**
 * Measures the slowdown of pages while a hundred pictures are uploaded at once, repeatedly, and the memory that the uploads take.
 */
export async function measureUploads(shop: KeptShop, pace: Pace): Promise<Figure[]> {
  const failed: string[] = []
  const { url } = shop
  const upload = async (pictures: number, seconds: number) => {
    const job: UploadJob = { url, secret: shop.keys.secret, seconds, pictures, size }
    failed.push(...(await runWorker<string[]>('upload-worker.ts', job)))
  }
  const { error } = await connect(url, shop.keys.secret).storage.createBucket('bench')
  if (error !== null) failed.push(error.message)
  await upload(4, 0)
  let [before, most] = [0, 0]
  const peakOf = async (work: () => Promise<unknown>) => {
    let isOver = false
    const watched = watchMemory(shop.pid, 250, () => isOver)
    await work().finally(() => (isOver = true))
    return Math.max(...(await watched))
  }
  // The memory of the first pages does not count; memory that uploads retain does.
  const usually = async (seconds: number) => {
    if (most === 0) before = Math.max(before, await peakOf(() => pause(seconds * 1000)))
  }
  const pour = async (seconds: number) => {
    most = Math.max(most, await peakOf(() => upload(pictures, seconds)))
  }
  const name = 'pages while 100 pictures of 10 MB are uploaded at once, to their usual p95'
  const browsing = await browseBeside(name, shop, pace, pour, {
    paths: pages,
    usually,
    leastMs: uploadMs * pace.rounds,
  })
  const memory = 'memory that the process grows by meanwhile'
  const beside = `${show.MB(before)} while it serves pages after four at once`
  return [
    browsing.figure,
    figure(memory, most - before, atMost(mostMemory, show.MB), beside),
    none('uploads that failed', failed.length, show.counts(failed)),
  ]
}
