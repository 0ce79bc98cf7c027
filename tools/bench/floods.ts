import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '../../backend/database/connect.ts'
import type { Sql } from '../../backend/database/sql.ts'
import { freePort } from '../../tests/support/running-shop.ts'
import { inFreshFolder, readKeys, type ServerProcess, startShop, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { atLeast, atMost, exactly, type Figure, remark, show } from './figure.ts'

const sizes = { enquiries: 500, signUps: 500, carts: 200 }
/** So long the letters may take once they can leave: those that were tried wait for their next turn. */
const patienceMs = 600_000

/** A post of the flood. It is sent until it is answered. */
interface Post {
  path: string
  body: object
  address: string
  status: number | null
}

/**
 * 500 enquiries, 500 sign-ups and 200 carts at once from as many addresses while no letter can leave, with a kill of
 * the server in the middle of them; then letters can leave again.
 */
export async function measureFloods(): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    inFreshFolder(async (folder) => {
      const port = await freePort()
      const environment = {
        DATABASE_URL,
        DATA_DIR: folder,
        TRUSTED_PROXIES: 'loopback',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        LOG_LEVEL: 'error',
      }
      const flood = makeFlood()
      const began = performance.now()
      await withServers([startShop(environment)], (shop) => pourUntilKilled(shop, folder, flood))
      return withServers([startShop(environment)], async (shop) => {
        await pour(shop, folder, flood)
        const ms = performance.now() - began
        const { sql, close } = connectDatabase(new URL(DATABASE_URL))
        const mailServer = await startMailServer(port)
        try {
          return [...(await describe(sql, flood, ms)), ...(await describeMails(sql, mailServer))]
        } finally {
          await close()
          await mailServer.stop()
        }
      })
    }),
  )
}

type Form = Pick<Post, 'path' | 'body'>

function anEnquiry(index: number): Form {
  const sender = { name: `Guest ${index}`, email: `guest${index}@flood.example` }
  const words = 'Two griddles, please, and a cake.'
  return index % 2 === 0
    ? {
        path: '/functions/v1/secure-catering-inquiry',
        body: { ...sender, eventType: 'Wedding', guestCount: '60', message: words },
      }
    : { path: '/functions/v1/consultancy-inquiry', body: { ...sender, details: words } }
}

function aSignUp(index: number): Form {
  return {
    path: '/rest/v1/newsletter_signups',
    body: { name: `Reader ${index}`, email: `reader${index}@flood.example` },
  }
}

/** Every other one with an address, for which a code is sent. */
function aCart(index: number): Form {
  const [id, cart] = [randomUUID(), [{ product_id: randomUUID(), quantity: 1 }]]
  return index % 2 === 0
    ? {
        path: '/rest/v1/rpc/store_guest_cart',
        body: { p_cart_id: id, p_email: null, p_cart_data: cart },
      }
    : {
        path: '/functions/v1/secure-guest-email/save',
        body: {
          email: `shopper${index}@flood.example`,
          cartId: id,
          cartData: cart,
          wantsCode: true,
        },
      }
}

function makeFlood(): Post[] {
  const forms = [
    ...Array.from({ length: sizes.enquiries }, (_, index) => anEnquiry(index)),
    ...Array.from({ length: sizes.signUps }, (_, index) => aSignUp(index)),
    ...Array.from({ length: sizes.carts }, (_, index) => aCart(index)),
  ]
  return forms.map((form, index) => ({
    ...form,
    address: `10.9.${index >> 8}.${index & 255}`,
    status: null,
  }))
}

/** Sends all at once and kills the server when half of them are answered. */
async function pourUntilKilled(shop: ServerProcess, folder: string, flood: Post[]): Promise<void> {
  const poured = pour(shop, folder, flood)
  while (flood.filter(({ status }) => status !== null).length < flood.length / 2) await pause(5)
  process.kill(shop.pid, 'SIGKILL')
  await poured
}

/** Sends what has no answer yet. */
async function pour(shop: ServerProcess, folder: string, flood: Post[]): Promise<void> {
  const keys = await readKeys(folder)
  const open = flood.filter(({ status }) => status === null)
  await Promise.all(
    open.map(async (post) => {
      const answer = await fetch(shop.url + post.path, {
        method: 'POST',
        headers: {
          apikey: keys.publishable,
          'content-type': 'application/json',
          'x-forwarded-for': post.address,
        },
        body: JSON.stringify(post.body),
      }).catch(() => null)
      // A killed server answers nobody; those are sent again.
      if (answer !== null) post.status = answer.status
    }),
  )
}

async function describe(sql: Sql, flood: Post[], ms: number): Promise<Figure[]> {
  // A sign-up whose answer was lost is there already when it is sent again.
  const isTaken = ({ status }: Post) => status !== null && (status < 300 || status === 409)
  const [stored] = await sql<{ enquiries: number; sign_ups: number; carts: number }[]>`
    select (select count(*) from public.enquiries)::int as enquiries,
      (select count(*) from public.newsletter_signups)::int as sign_ups,
      (select count(*) from public.guest_carts)::int as carts`
  const row = (name: string, value: number, limit: number) =>
    exactly({ name: `${name} stored`, value, limit, show: show.plain })
  return [
    atLeast({
      name: 'posts taken',
      value: flood.filter(isTaken).length,
      limit: flood.length,
      show: show.plain,
      beside: `in ${show.seconds(ms)}, with a kill -9 halfway and no SMTP; answers ${statusesOf(flood)}`,
    }),
    row('enquiries', stored?.enquiries ?? 0, sizes.enquiries),
    row('sign-ups', stored?.sign_ups ?? 0, sizes.signUps),
    row('carts', stored?.carts ?? 0, sizes.carts),
  ]
}

/** As "200 × 700, 201 × 500". */
function statusesOf(flood: Post[]): string {
  const byStatus = Map.groupBy(flood, ({ status }) => status)
  return [...byStatus].map(([status, posts]) => `${status} × ${posts.length}`).join(', ')
}

async function describeMails(sql: Sql, mailServer: MailServer): Promise<Figure[]> {
  const began = performance.now()
  const letters = await sql<{ id: string }[]>`select id from public.outbox`
  const isIn = ({ id }: { id: string }) => mailServer.arrived.has(id)
  while (!letters.every(isIn) && performance.now() - began < patienceMs) await pause(250)
  const counts = letters.map(({ id }) => mailServer.arrived.get(id)?.length ?? 0)
  return [
    exactly({
      name: 'letters written',
      value: letters.length,
      limit: 2 * sizes.enquiries + sizes.signUps + sizes.carts / 2,
      show: show.plain,
      beside: 'of each enquiry to both sides, to new readers, and to shoppers with a code',
    }),
    atMost({
      name: 'letters lost',
      value: counts.filter((count) => count === 0).length,
      limit: 0,
      show: show.plain,
      beside: `of ${letters.length}`,
    }),
    atMost({
      name: 'letters sent twice',
      value: counts.filter((count) => count > 1).length,
      limit: 0,
      show: show.plain,
    }),
    remark('until the last letter had left', show.seconds(performance.now() - began)),
  ]
}
