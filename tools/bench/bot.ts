import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectDatabase } from '../../backend/database/connect.ts'
import type { BotJob } from './bot-worker.ts'
import { createVisit, watch, type Window } from './browsing.ts'
import { inFreshFolder, readKeys, startShop, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, type Figure, median, remark, show } from './figure.ts'

/** So long the bot is at it, all rounds together. */
const botMs = 60_000
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
          const { publishable } = await readKeys(folder)
          const visit = createVisit(url, publishable)
          const bot = (forMs: number) =>
            runBot('bot-worker.ts', { url, apikey: publishable, ms: forMs })
          const ms = Math.max(seconds * 1000, botMs / rounds)
          await watch(visit, ms, null)
          const pairs: { usual: Window; busy: Window }[] = []
          for (let round = 0; round < rounds; round += 1) {
            const usual = await watch(visit, ms, null)
            pairs.push({ usual, busy: await watch(visit, ms, bot) })
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
  const { sql, close } = connectDatabase(new URL(databaseUrl))
  const [row] = await sql<{ taken: number; letters: number }[]>`
    select (select count(*) from public.enquiries)::int + (select count(*) from public.newsletter_signups)::int
        + (select count(*) from public.guest_carts where email is not null)::int as taken,
      (select count(*) from public.outbox)::int as letters`
  await close()
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

/** In a process of its own, as it would be on a machine of its own: its work does not hold up the visitors' clock. */
export async function runBot(worker: string, job: BotJob): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, worker),
    JSON.stringify(job),
  ])
  return Number(stdout)
}
