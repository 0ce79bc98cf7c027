import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/running-shop.ts'
import { startCrowd } from './crowd.ts'
import { embeddedUrl, prepareCrowd } from './database.ts'
import { type Figure, none, type Pace, remark, show } from './figure.ts'
import { KeptShop, type Victim } from './kept-shop.ts'
import { checkAfterKills } from './kills-check.ts'
import { withMailServer } from './mail-server.ts'
import { inFreshFolder, signal } from './processes.ts'
import { createRandom, pickWeighted } from './random.ts'
import { readKeys } from './servers.ts'

/** When a kill comes, and how long after the beginning of that at most, ms. */
const moments = [
  { name: 'under load', weight: 70, withinMs: 1500 },
  { name: 'during a start', weight: 15, withinMs: 1500 },
  { name: 'during the first start', weight: 15, withinMs: 6000 },
] as const
const victims: { name: Victim; weight: number }[] = [
  { name: 'process', weight: 1 },
  { name: 'database', weight: 1 },
  { name: 'both', weight: 1 },
]
const crowd = {
  shoppers: 8,
  thinkMs: [50, 250] as [number, number],
  retryMs: 100,
  weights: { checkOut: 3, enquire: 2, signUp: 2, guestCart: 2, account: 1 },
}

/** What all kills together left behind. */
interface KillReport {
  /** How often of each kind, as "process under load". */
  kills: Record<string, number>
  /** ms since 1970; of the shop under load. */
  killedAt: number[]
  failedStarts: string[]
  /** Starts that ended because their database was killed under them. */
  brokenStarts: number
  /** Of first starts that were killed. */
  orphans: string[]
  leftovers: string[]
}

/** Kills the shop, its database or both at random moments, while a few people buy, enquire and sign up. */
export async function measureKills({ kills, seed }: Pace): Promise<Figure[]> {
  return inFreshFolder((DATA_DIR) =>
    withMailServer(({ url: SMTP_URL, arrived }) =>
      KeptShop.with({ DATA_DIR, SMTP_URL }, async (shop) => {
        const prepared = await prepareCrowd(await embeddedUrl(shop.pid, DATA_DIR))
        const keys = await readKeys(DATA_DIR)
        const shopping = await startCrowd({ ...crowd, ...prepared, url: shop.url, keys, seed })
        const began = performance.now()
        const report = await killAgainAndAgain(shop, kills, seed).catch(async (error: unknown) => {
          await shopping.abandon()
          throw error
        })
        const took = (performance.now() - began) / kills
        const outcome = await shopping.end()
        const { killedAt } = report
        return [
          ...describe(report, shop, took),
          ...(await checkAfterKills({ shop, dataDir: DATA_DIR, keys, outcome, killedAt, arrived })),
        ]
      }),
    ),
  )
}

async function killAgainAndAgain(shop: KeptShop, kills: number, seed: number): Promise<KillReport> {
  const random = createRandom(seed)
  const report: KillReport = {
    kills: {},
    killedAt: [],
    failedStarts: [],
    brokenStarts: 0,
    orphans: [],
    leftovers: [],
  }
  const kill = (victim: Victim) => {
    report.killedAt.push(Date.now())
    shop.kill(victim)
  }
  for (let number = 1; number <= kills; number++) {
    const moment = pickWeighted(moments, random)
    const victim = pickWeighted(victims, random).name
    const afterMs = random() * moment.withinMs
    const kind = `${victim} ${moment.name}`
    report.kills[kind] = (report.kills[kind] ?? 0) + 1
    if (moment.name === 'during the first start') await killFirstStart(victim, afterMs, report)
    else {
      if (moment.name === 'during a start') {
        kill('process')
        await shop.startAgain()
      }
      await pause(afterMs)
      kill(victim)
      await shop.open()
    }
    if (number % 20 === 0) console.log(`  ${number} kills`)
  }
  report.failedStarts.push(...shop.failedStarts)
  report.brokenStarts += shop.brokenStarts
  return report
}

/** On data of its own: afterwards it has to open as if nothing had been. */
async function killFirstStart(victim: Victim, afterMs: number, report: KillReport): Promise<void> {
  await inFreshFolder(async (DATA_DIR) => {
    const shop = new KeptShop({ DATA_DIR }, await freePort())
    await pause(afterMs)
    shop.kill(victim)
    try {
      await shop.open()
    } finally {
      report.failedStarts.push(...shop.failedStarts)
      report.brokenStarts += shop.brokenStarts
      await shop.stop()
      // What only a first start that was cut short leaves beside the cluster.
      const files = await readdir(join(DATA_DIR, 'postgres'))
      report.leftovers.push(...files.filter((name) => /^(password|unfinished)/.test(name)))
      for (const { pid, command } of shop.orphans()) {
        report.orphans.push(command)
        signal(pid, 'SIGKILL')
      }
    }
  })
}

function describe(report: KillReport, shop: KeptShop, msEach: number): Figure[] {
  const all = Object.values(report.kills).reduce((sum, count) => sum + count, 0)
  const each = `${show.seconds(msEach)} each with the start after it`
  const nothing = (name: string, found: string[]) =>
    none(name, found.length, found.slice(0, 3).map(gist).join(' · '))
  return [
    remark('kills', show.plain(all), `${show.counts(report.kills, 9)}; ${each}`),
    nothing('starts that came to nothing by themselves', report.failedStarts),
    none(
      'times the shop ended although nobody had killed it',
      shop.deaths,
      'its database had been',
    ),
    remark(
      'starts that ended with the database that was killed under them',
      show.plain(report.brokenStarts),
    ),
    nothing('processes that outlived a first start', report.orphans),
    nothing('files left by a first start', report.leftovers),
  ]
}

/** The line of an output that says why. */
function gist(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /cannot open|Error:/.test(line)) ?? lines.at(-1) ?? '').slice(0, 200)
}
