import { setTimeout as pause } from 'node:timers/promises'
import { sampleEmails } from '../../tests/mail/samples.ts'
import { type Sql, withDatabase, withSql } from './database.ts'
import { atLeast, atMost, type Figure, figure, median, show } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { describeArrivals, type MailServer, withMailServer } from './mail-server.ts'
import { readMemory } from './processes.ts'

const emails = 10_000
/** One of this many emails can never be rendered. */
const poisonEvery = 1000
const expected = emails - emails / poisonEvery
const patienceMs = 900_000

/** Drains 10,000 emails of the outbox, ten of them invalid, to a local mail server, and checks that memory stays constant. */
export async function measureOutbox(): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    withMailServer(({ url: SMTP_URL, arrived }) =>
      withSql(DATABASE_URL, async (sql) => {
        await fill(sql)
        const began = performance.now()
        const settings = { DATABASE_URL, SMTP_URL, LOG_LEVEL: 'silent' }
        return KeptShop.with(settings, async ({ pid }) => {
          const samples = await watchDrain(pid, arrived)
          const ms = performance.now() - began
          return [...describe(arrived.size, samples, ms), ...(await describeArrivals(sql, arrived))]
        })
      }),
    ),
  )
}

/** Adds emails of four kinds, with and without pictures. */
async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into public.outbox (template, recipient, data)
    select
      case when n % ${poisonEvery} = 0 then 'no_such_letter'
        else (array['welcome_back', 'welcome_email', 'order_confirmation', 'catering_followup'])[n % 4 + 1] end,
      'shopper' || n || '@flood.example',
      case when n % 4 = 2 then ${JSON.stringify(sampleEmails.order_confirmation)}::text::jsonb else '{}' end
    from generate_series(1, ${emails}) as n`
}

interface Sample {
  arrived: number
  /** In bytes. */
  memory: number
}

/** Samples the shop's memory until no more emails arrive. */
async function watchDrain(pid: number, arrived: MailServer['arrived']): Promise<Sample[]> {
  const samples: Sample[] = []
  const end = performance.now() + patienceMs
  while (arrived.size < expected && performance.now() < end) {
    await pause(1000)
    samples.push({ arrived: arrived.size, memory: await readMemory(pid) })
  }
  return samples
}

function describe(arrived: number, samples: Sample[], ms: number): Figure[] {
  const memoryAt = (from: number, to: number) =>
    median(
      samples
        .filter((one) => one.arrived >= from * emails && one.arrived <= to * emails)
        .map(({ memory }) => memory),
    )
  const [start, middle, end] = [memoryAt(0.05, 0.2), memoryAt(0.45, 0.6), memoryAt(0.85, 1)]
  return [
    figure(
      'emails that arrived',
      arrived,
      atLeast(expected),
      `${show.rate((arrived * 1000) / ms)}; beside them ${emails - expected} that can never be written`,
    ),
    figure(
      'memory at the end of the drain, to its start',
      end / start,
      atMost(1.2, show.ratio),
      `start ${show.MB(start)}, middle ${show.MB(middle)}, end ${show.MB(end)}`,
    ),
  ]
}
