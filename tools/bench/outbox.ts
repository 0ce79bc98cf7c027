import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '../../backend/database/connect.ts'
import type { Sql } from '../../backend/database/sql.ts'
import { freePort } from '../../tests/support/running-shop.ts'
import { inFreshFolder, startShop, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import { atLeast, atMost, type Figure, median, remark, show } from './figure.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { memoryOf } from './processes.ts'

const mails = 10_000
/** Every so many, one that can never be written out. */
const poisonEvery = 1000
const patienceMs = 900_000

/** 10,000 mails in the outbox, ten of them poisoned, drain to a mail server on this machine in constant memory. */
export async function measureOutbox(): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    inFreshFolder(async (folder) => {
      const { sql, close } = connectDatabase(new URL(DATABASE_URL))
      const port = await freePort()
      const mailServer = await startMailServer(port)
      try {
        await fill(sql)
        const began = performance.now()
        const environment = {
          DATABASE_URL,
          DATA_DIR: folder,
          SMTP_URL: `smtp://127.0.0.1:${port}`,
          LOG_LEVEL: 'silent',
        }
        return await withServers([startShop(environment)], async ({ pid }) => {
          const samples = await watchDrain(pid, mailServer)
          return describe(sql, mailServer, samples, performance.now() - began)
        })
      } finally {
        await mailServer.stop()
        await close()
      }
    }),
  )
}

/** Letters of four kinds, with pictures and without. */
async function fill(sql: Sql): Promise<void> {
  const line = {
    name: 'Nashville Chilli Crisp',
    slug: 'nashville-chilli-crisp',
    quantity: 2,
    unitAmount: 850,
    allergens: 'Contains **soya** and **wheat**.',
  }
  const order = {
    number: 2041,
    placedAt: '2026-11-14T12:00:00.000Z',
    email: 'shopper@flood.example',
    lines: [line, { ...line, name: 'Apple Terror Sauce', slug: 'apple-terror-sauce' }],
    subtotal: 3400,
    deliveryName: 'Standard',
    deliveryPrice: 329,
    discount: 0,
    total: 3729,
    termsVersion: '2025-04',
    isSubscription: false,
  }
  await sql`
    insert into public.outbox (template, recipient, data)
    select
      case when n % ${poisonEvery} = 0 then 'no_such_letter'
        else (array['welcome_back', 'welcome_email', 'order_confirmation', 'catering_followup'])[n % 4 + 1] end,
      'shopper' || n || '@flood.example',
      case when n % 4 = 2 then ${sql.json(order)}::jsonb else '{}' end
    from generate_series(1, ${mails}) as n`
}

interface Sample {
  arrived: number
  /** Bytes. */
  memory: number
}

/** Looks at the shop's memory until nothing more arrives. */
async function watchDrain(pid: number, mailServer: MailServer): Promise<Sample[]> {
  const samples: Sample[] = []
  const expected = mails - Math.floor(mails / poisonEvery)
  const end = performance.now() + patienceMs
  while (mailServer.arrived.size < expected && performance.now() < end) {
    await pause(1000)
    samples.push({ arrived: mailServer.arrived.size, memory: await memoryOf(pid) })
  }
  return samples
}

async function describe(
  sql: Sql,
  mailServer: MailServer,
  samples: Sample[],
  ms: number,
): Promise<Figure[]> {
  const [row] = await sql<{ failed: number }[]>`
    select count(*)::int as failed from public.outbox where failed_at is not null`
  const memoryAt = (from: number, to: number) =>
    median(
      samples
        .filter(({ arrived }) => arrived >= from * mails && arrived <= to * mails)
        .map(({ memory }) => memory),
    )
  const [start, middle, end] = [memoryAt(0.05, 0.2), memoryAt(0.45, 0.6), memoryAt(0.85, 1)]
  const twice = [...mailServer.arrived.values()].filter((times) => times.length > 1).length
  return [
    atLeast({
      name: 'mails that arrived',
      value: mailServer.arrived.size,
      limit: mails - mails / poisonEvery,
      show: show.plain,
      beside: `${show.rate((mailServer.arrived.size * 1000) / ms)}; poisoned ones beside them: ${row?.failed ?? 0}, all shown as failed`,
    }),
    atMost({ name: 'mails that arrived twice', value: twice, limit: 0, show: show.plain }),
    atMost({
      name: 'memory at the end of the drain, to its start',
      value: end / start,
      limit: 1.2,
      show: show.ratio,
      beside: `start ${show.MB(start)}, middle ${show.MB(middle)}, end ${show.MB(end)}`,
    }),
    remark('most memory in the drain', show.MB(Math.max(...samples.map(({ memory }) => memory)))),
  ]
}
