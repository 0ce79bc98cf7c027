import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLine } from '../../tests/support/cuttable-line.ts'
import {
  disturbancesOf,
  type Outage,
  type OutageReport,
  restartsOf,
  sufferOutages,
} from '../../tests/support/outages.ts'
import { inFreshFolder, startShop, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import { type Figure, exactly, median, remark, show } from './figure.ts'

/** Of the built-in PostgreSQL; and of a line to one of one's own. */
const counts = { restarts: 50, disturbances: 24 }

/** The shop under load while its database goes away and comes back: by restarts, and on the way to it. */
export async function measureOutages(): Promise<Figure[]> {
  return [...(await measureRestarts()), ...(await measureDisturbances())]
}

async function measureRestarts(): Promise<Figure[]> {
  return inFreshFolder(async (DATA_DIR) => {
    const outages = repeated(restartsOf(join(DATA_DIR, 'postgres', 'cluster')), counts.restarts)
    return describe('restarts of PostgreSQL', await suffer({ DATA_DIR }, DATA_DIR, outages))
  })
}

async function measureDisturbances(): Promise<Figure[]> {
  return withDatabase((databaseUrl) =>
    inFreshFolder(async (DATA_DIR) => {
      const url = new URL(databaseUrl)
      const line = await openLine(Number(url.port))
      url.port = String(line.port)
      try {
        const environment = { DATA_DIR, DATABASE_URL: url.href }
        const outages = repeated(disturbancesOf(line), counts.disturbances)
        return describe('lost connections', await suffer(environment, DATA_DIR, outages))
      } finally {
        await line.cut()
      }
    }),
  )
}

function repeated(kinds: Outage[], count: number): Outage[] {
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length] ?? []).flat()
}

function suffer(
  environment: Record<string, string>,
  folder: string,
  outages: Outage[],
): Promise<OutageReport> {
  return withServers([startShop({ ...environment, LOG_LEVEL: 'silent' })], async ({ url }) => {
    const { publishable }: { publishable: string } = JSON.parse(
      await readFile(join(folder, 'keys.json'), 'utf8'),
    )
    return sufferOutages({ url, publishable }, outages)
  })
}

function describe(what: string, report: OutageReport): Figure[] {
  const { answers, unanswered, recoveryMs, slowestMs } = report
  const count = (pattern: RegExp) =>
    Object.entries(answers).reduce((sum, [seen, n]) => sum + (pattern.test(seen) ? n : 0), 0)
  return [
    exactly({
      name: `requests without an answer, ${recoveryMs.length} ${what} under load`,
      value: unanswered.length,
      limit: 0,
      show: show.plain,
      beside: `${count(/./)} answered, ${count(/50[34]/)} of them with 503 or 504; slowest ${show.seconds(slowestMs)}`,
    }),
    exactly({
      name: `${what}: answers that were neither what was asked for nor “not just now”`,
      value: count(/5(0[^34]|[^0]\d)/),
      limit: 0,
      show: show.plain,
    }),
    remark(
      `well again after ${what}`,
      show.seconds(median(recoveryMs)),
      `at most ${show.seconds(Math.max(...recoveryMs))}`,
    ),
  ]
}
