import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/running-shop.ts'
import { countIn, type Sql, withDatabase, withSql } from './database.ts'
import { atLeast, atMost, countBy, exactly, type Figure, figure, remark, show } from './figure.ts'
import { type MailServer, withMailServer } from './mail-server.ts'
import { inFreshFolder } from './processes.ts'
import { readKeys, type Server, spawnShop, whileOpen } from './servers.ts'
import { cateringEnquiry } from './visitor.ts'

const sizes = { enquiries: 500, signUps: 500, carts: 200 }
/** So long the emails may take once they can leave: those that were tried wait for their next turn. */
const patienceMs = 600_000

type Form = [path: string, body: object]

/** A post of the flood. It is sent until it is answered. */
interface Post {
  form: Form
  address: string
  status: number | null
}

/**
 * 500 enquiries, 500 sign-ups and 200 carts at once from as many addresses while no email can leave, with a kill of
 * the server in the middle of them; then emails can leave again.
 */
export async function measureFloods(): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    inFreshFolder(async (DATA_DIR) => {
      const port = await freePort()
      const environment = {
        DATABASE_URL,
        DATA_DIR,
        TRUSTED_PROXIES: 'loopback',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        LOG_LEVEL: 'error',
      }
      const open = async () => spawnShop(environment, await freePort())
      const flood = makeFlood()
      const began = performance.now()
      await whileOpen(await open(), (shop) => pourUntilKilled(shop, DATA_DIR, flood))
      return whileOpen(await open(), async (shop) => {
        await pour(shop, DATA_DIR, flood)
        const ms = performance.now() - began
        return withSql(DATABASE_URL, (sql) =>
          withMailServer(
            async ({ arrived }) => [
              ...(await describe(sql, flood, ms)),
              ...(await describeEmails(sql, arrived)),
            ],
            port,
          ),
        )
      })
    }),
  )
}

function anEnquiry(index: number): Form {
  const email = `guest${index}@flood.example`
  const { name, message, ...more } = cateringEnquiry(`Guest ${index}`, email)
  return index % 2 === 0
    ? ['/functions/v1/secure-catering-inquiry', { name, message, ...more }]
    : ['/functions/v1/consultancy-inquiry', { name, email, details: message }]
}

function aSignUp(index: number): Form {
  const body = { name: `Reader ${index}`, email: `reader${index}@flood.example` }
  return ['/rest/v1/newsletter_signups', body]
}

/** Every other one with an address, for which a code is sent. */
function aCart(index: number): Form {
  const [cartId, cartData] = [randomUUID(), [{ product_id: randomUUID(), quantity: 1 }]]
  const email = `shopper${index}@flood.example`
  return index % 2 === 0
    ? ['/rest/v1/rpc/store_guest_cart', { p_cart_id: cartId, p_email: null, p_cart_data: cartData }]
    : ['/functions/v1/secure-guest-email/save', { email, cartId, cartData, wantsCode: true }]
}

function makeFlood(): Post[] {
  const some = (count: number, make: (index: number) => Form) =>
    Array.from({ length: count }, (_, index) => make(index))
  const forms = [
    ...some(sizes.enquiries, anEnquiry),
    ...some(sizes.signUps, aSignUp),
    ...some(sizes.carts, aCart),
  ]
  return forms.map((form, index) => ({
    form,
    address: `10.9.${index >> 8}.${index & 255}`,
    status: null,
  }))
}

/** Sends all at once and kills the server when half of them are answered. */
async function pourUntilKilled(shop: Server, dataDir: string, flood: Post[]): Promise<void> {
  const poured = pour(shop, dataDir, flood)
  while (flood.filter(({ status }) => status !== null).length < flood.length / 2) await pause(5)
  process.kill(shop.pid, 'SIGKILL')
  await poured
}

/** Sends what has no answer yet. */
async function pour({ url }: Server, dataDir: string, flood: Post[]): Promise<void> {
  const { publishable: apikey } = await readKeys(dataDir)
  const open = flood.filter(({ status }) => status === null)
  await Promise.all(
    open.map(async (post) => {
      const [path, body] = post.form
      const headers = {
        apikey,
        'content-type': 'application/json',
        'x-forwarded-for': post.address,
      }
      const question = { method: 'POST', headers, body: JSON.stringify(body) }
      // A killed server answers nobody; those are sent again.
      const answer = await fetch(url + path, question).catch(() => null)
      if (answer !== null) post.status = answer.status
    }),
  )
}

async function describe(sql: Sql, flood: Post[], ms: number): Promise<Figure[]> {
  // A sign-up whose answer was lost is there already when it is sent again.
  const isTaken = ({ status }: Post) => status !== null && (status < 300 || status === 409)
  const stored = await countIn(sql<{ enquiries: number; signUps: number; carts: number }[]>`
    select (select count(*) from public.enquiries)::int as enquiries,
      (select count(*) from public.newsletter_signups)::int as "signUps",
      (select count(*) from public.guest_carts)::int as carts`)
  const row = (name: string, kind: keyof typeof sizes) =>
    figure(`${name} stored`, stored[kind], show.plain, exactly(sizes[kind]))
  const answers = show.counts(
    countBy(flood, ({ status }) => String(status)),
    9,
  )
  return [
    figure(
      'posts taken',
      flood.filter(isTaken).length,
      show.plain,
      atLeast(flood.length),
      `in ${show.seconds(ms)}, with a kill -9 halfway and no SMTP; answers ${answers}`,
    ),
    row('enquiries', 'enquiries'),
    row('sign-ups', 'signUps'),
    row('carts', 'carts'),
  ]
}

async function describeEmails(sql: Sql, arrived: MailServer['arrived']): Promise<Figure[]> {
  const began = performance.now()
  const emails = await sql<{ id: string }[]>`select id from public.outbox`
  const isIn = ({ id }: { id: string }) => arrived.has(id)
  while (!emails.every(isIn) && performance.now() - began < patienceMs) await pause(250)
  const counts = emails.map(({ id }) => arrived.get(id)?.length ?? 0)
  const expected = 2 * sizes.enquiries + sizes.signUps + sizes.carts / 2
  const among = (isMeant: (count: number) => boolean) => counts.filter(isMeant).length
  return [
    figure(
      'emails written',
      emails.length,
      show.plain,
      exactly(expected),
      'of each enquiry to both sides, to new readers, and to shoppers with a code',
    ),
    figure(
      'emails lost',
      among((count) => count === 0),
      show.plain,
      atMost(0),
      `of ${emails.length}`,
    ),
    figure(
      'emails sent twice',
      among((count) => count > 1),
      show.plain,
      atMost(0),
    ),
    remark('until the last email had left', show.seconds(performance.now() - began)),
  ]
}
