import { setTimeout as pause } from 'node:timers/promises'
import { countIn, type Sql, withDatabase, withSql } from './database.ts'
import { atLeast, atMost, type Figure, figure, median, none, remark, show } from './figure.ts'
import { type MailServer, withMailServer } from './mail-server.ts'
import { memoryOf } from './processes.ts'
import { withShopOn } from './servers.ts'

const mails = 10_000
/** Every so many, one that can never be written out. */
const poisonEvery = 1000
const expected = mails - mails / poisonEvery
const patienceMs = 900_000

/** 10,000 mails in the outbox, ten of them poisoned, drain to a mail server on this machine in constant memory. */
export async function measureOutbox(): Promise<Figure[]> {
  return withDatabase((databaseUrl) =>
    withMailServer(({ url: SMTP_URL, arrived }) =>
      withSql(databaseUrl, async (sql) => {
        await fill(sql)
        const began = performance.now()
        return withShopOn(databaseUrl, { SMTP_URL, LOG_LEVEL: 'silent' }, async ({ pid }) => {
          const samples = await watchDrain(pid, arrived)
          return describe(sql, arrived, samples, performance.now() - began)
        })
      }),
    ),
  )
}

/** Emails of four kinds, with pictures and without. */
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
async function watchDrain(pid: number, arrived: MailServer['arrived']): Promise<Sample[]> {
  const samples: Sample[] = []
  const end = performance.now() + patienceMs
  while (arrived.size < expected && performance.now() < end) {
    await pause(1000)
    samples.push({ arrived: arrived.size, memory: await memoryOf(pid) })
  }
  return samples
}

async function describe(
  sql: Sql,
  arrived: MailServer['arrived'],
  samples: Sample[],
  ms: number,
): Promise<Figure[]> {
  const { failed } = await countIn(sql<{ failed: number }[]>`
    select count(*)::int as failed from public.outbox where failed_at is not null`)
  const memoryAt = (from: number, to: number) => {
    const between = samples.filter(
      (one) => one.arrived >= from * mails && one.arrived <= to * mails,
    )
    return median(between.map(({ memory }) => memory))
  }
  const [start, middle, end] = [memoryAt(0.05, 0.2), memoryAt(0.45, 0.6), memoryAt(0.85, 1)]
  const twice = [...arrived.values()].filter((times) => times.length > 1).length
  const rate = show.rate((arrived.size * 1000) / ms)
  return [
    figure(
      'mails that arrived',
      arrived.size,
      show.plain,
      atLeast(expected),
      `${rate}; poisoned ones beside them: ${failed}, all shown as failed`,
    ),
    none('mails that arrived twice', twice),
    figure(
      'memory at the end of the drain, to its start',
      end / start,
      show.ratio,
      atMost(1.2),
      `start ${show.MB(start)}, middle ${show.MB(middle)}, end ${show.MB(end)}`,
    ),
    remark('most memory in the drain', show.MB(Math.max(...samples.map(({ memory }) => memory)))),
  ]
}
