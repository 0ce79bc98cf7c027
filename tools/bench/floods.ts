import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/running-shop.ts'
import { countIn, type Sql } from './database.ts'
import { atLeast, exactly, type Figure, figure, show } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { describeArrivals, type MailServer, withMailServer } from './mail-server.ts'
import { createVisitor, type Form, forms } from './visitor.ts'

const sizes = { enquiries: 500, 'sign-ups': 500, carts: 200 }
/** An enquiry sends two emails; every other cart requests a code. */
const mostEmails = 2 * sizes.enquiries + sizes['sign-ups'] + sizes.carts / 2
/** The time limit in ms until all emails have arrived after the mail server is back; failed emails wait for their retry. */
const patienceMs = 600_000

/** A form that is posted until it gets a response; `status` is 0 until then. */
interface Post {
  form: Form
  address: string
  status: number
}

/**
 * Sends 500 enquiries, 500 sign-ups and 200 carts at once from as many addresses while no email can be sent, with a kill of the
 * server in between; then emails can be sent again.
 */
export async function measureFloods(): Promise<Figure[]> {
  const port = await freePort()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'error' }
  return KeptShop.with(settings, async (shop) => {
    const flood = makeFlood()
    const poured = pour(shop, flood)
    while (flood.filter(({ status }) => status !== 0).length < flood.length / 2) await pause(5)
    shop.kill('process')
    await poured
    await shop.open()
    await pour(shop, flood)
    return shop.withSql((sql) =>
      withMailServer(async ({ arrived }) => {
        const posts = await describePosts(sql, flood)
        await waitForAll(sql, arrived)
        return [...posts, ...(await describeArrivals(sql, arrived))]
      }, port),
    )
  })
}

function anEnquiry(index: number): Form {
  const enquire = index % 2 === 0 ? forms.catering : forms.consultancy
  return enquire(`Guest ${index}`, `guest${index}@flood.example`)
}

function aSignUp(index: number): Form {
  return forms.newsletter(`Reader ${index}`, `reader${index}@flood.example`)
}

function aCart(index: number): Form {
  const [cartId, cartData] = [randomUUID(), [{ product_id: randomUUID(), quantity: 1 }]]
  return index % 2 === 0
    ? forms.guestCart(cartId, cartData)
    : forms.guestEmail(`shopper${index}@flood.example`, { cartId, cartData })
}

function makeFlood(): Post[] {
  const some = (count: number, make: (index: number) => Form) =>
    Array.from({ length: count }, (_, index) => make(index))
  const all = [
    ...some(sizes.enquiries, anEnquiry),
    ...some(sizes['sign-ups'], aSignUp),
    ...some(sizes.carts, aCart),
  ]
  return all.map((form, index) => ({
    form,
    address: `10.9.${index >> 8}.${index & 255}`,
    status: 0,
  }))
}

/** Sends all posts that have no response yet; a killed server responds to none. */
async function pour({ url, keys }: KeptShop, flood: Post[]): Promise<void> {
  const open = flood.filter(({ status }) => status === 0)
  await Promise.all(
    open.map(async (post) => {
      const [path, body] = post.form
      const headers = { apikey: keys.publishable, 'x-forwarded-for': post.address }
      const { ask, leave } = createVisitor(url, headers)
      post.status = (await ask(path, { body }).finally(leave)).status
    }),
  )
}

async function describePosts(sql: Sql, flood: Post[]): Promise<Figure[]> {
  // A repeated sign-up already exists (409) when its first response was lost.
  const isTaken = ({ status }: Post) => (status >= 200 && status < 300) || status === 409
  const answers = flood.map(({ status }) => String(status))
  const stored = await countIn(sql<Record<keyof typeof sizes | 'emails', number>[]>`
    select (select count(*) from public.enquiries)::int as enquiries,
      (select count(*) from public.newsletter_signups)::int as "sign-ups",
      (select count(*) from public.guest_carts)::int as carts,
      (select count(*) from public.outbox)::int as emails`)
  return [
    figure(
      'posts taken',
      flood.filter(isTaken).length,
      atLeast(flood.length),
      `with a kill -9 halfway and no SMTP; answers ${show.counts(answers, 9)}`,
    ),
    ...Object.entries({ ...sizes, emails: mostEmails }).map(([kind, size]) =>
      figure(`${kind} stored`, stored[kind as keyof typeof stored], exactly(size)),
    ),
  ]
}

async function waitForAll(sql: Sql, arrived: MailServer['arrived']): Promise<void> {
  const emails = await sql<{ id: string }[]>`select id from public.outbox`
  const end = performance.now() + patienceMs
  while (!emails.every(({ id }) => arrived.has(id)) && performance.now() < end) await pause(250)
}
