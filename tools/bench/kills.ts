import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/running-shop.ts'
import { createAccounts } from './accounts.ts'
import { inFreshFolder, readKeys } from './children.ts'
import { startCrowd } from './crowd.ts'
import { embeddedUrl, stockGoods, withSql } from './database.ts'
import type { Pace } from './duel.ts'
import { exactly, type Figure, remark, show } from './figure.ts'
import { KeptShop, type Victim } from './kept-shop.ts'
import { checkAfterKills, type KillReport } from './kills-check.ts'
import { describeCounts } from './notes.ts'
import { startMailServer } from './mail-server.ts'
import { signal } from './processes.ts'
import { createRandom, pickWeighted } from './random.ts'

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
const weights = { checkOut: 3, enquire: 2, signUp: 2, guestCart: 2, account: 1 }

/** Kills the shop, its database or both at random moments, while a few people buy, enquire and sign up. */
export async function measureKills({ kills, seed }: Pace): Promise<Figure[]> {
  return inFreshFolder(async (DATA_DIR) => {
    const smtp = await freePort()
    const mailServer = await startMailServer(smtp)
    const environment = {
      DATA_DIR,
      TRUSTED_PROXIES: 'loopback',
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    }
    const shop = new KeptShop(environment, await freePort())
    try {
      await shop.open()
      const prepared = await withSql(await embeddedUrl(shop.pid, DATA_DIR), async (sql) => ({
        accounts: await createAccounts(sql, 5000),
        goods: await stockGoods(sql),
      }))
      const keys = await readKeys(DATA_DIR)
      const plan = { url: shop.url, keys, shoppers: 8, weights, seed, ...prepared }
      const crowd = await startCrowd({ ...plan, thinkMs: [50, 250], retryMs: 100 })
      const began = performance.now()
      const report = await killAgainAndAgain(shop, kills, seed).catch(async (error: unknown) => {
        await crowd.abandon()
        throw error
      })
      const took = performance.now() - began
      const outcome = await crowd.end()
      const checked = await checkAfterKills({
        shop,
        dataDir: DATA_DIR,
        keys,
        outcome,
        report,
        mailServer,
      })
      return [...describeKills(report, kills, took), ...checked]
    } finally {
      await shop.stop()
      await mailServer.stop()
    }
  })
}

async function killAgainAndAgain(shop: KeptShop, kills: number, seed: number): Promise<KillReport> {
  const random = createRandom(seed)
  const report: KillReport = {
    kills: {},
    killedAt: [],
    failedStarts: shop.failedStarts,
    brokenStarts: 0,
    deaths: 0,
    orphans: [],
    leftovers: [],
  }
  for (let kill = 0; kill < kills; kill++) {
    const moment = pickWeighted(moments, random)
    const victim = pickWeighted(victims, random).name
    const afterMs = random() * moment.withinMs
    const kind = `${victim} ${moment.name}`
    report.kills[kind] = (report.kills[kind] ?? 0) + 1
    if (moment.name === 'during the first start') await killFirstStart(victim, afterMs, report)
    else {
      if (moment.name === 'during a start') {
        report.killedAt.push(Date.now())
        shop.kill('process')
        await shop.startAgain()
      }
      await pause(afterMs)
      report.killedAt.push(Date.now())
      shop.kill(victim)
      await shop.open()
    }
    if (kill % 20 === 19) console.log(`  ${kill + 1} kills`)
  }
  report.deaths += shop.deaths
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
      report.leftovers.push(...(await findLeftovers(join(DATA_DIR, 'postgres'))))
      for (const { pid, command } of shop.orphans()) {
        report.orphans.push(command)
        signal(pid, 'SIGKILL')
      }
    }
  })
}

/** What only a first start that was cut short leaves beside the cluster. */
async function findLeftovers(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^(password|unfinished)/.test(name))
}

function describeKills(report: KillReport, kills: number, tookMs: number): Figure[] {
  const none = (name: string, found: string[]) =>
    exactly({
      name,
      value: found.length,
      limit: 0,
      show: show.plain,
      beside: found.slice(0, 3).map(gist).join(' · '),
    })
  return [
    remark(
      'kills',
      show.plain(kills),
      `${describeCounts(report.kills, 9)}; ${show.seconds(tookMs / kills)} each with the start after it`,
    ),
    none('starts that came to nothing by themselves', report.failedStarts),
    exactly({
      name: 'times the shop ended although nobody had killed it',
      value: report.deaths,
      limit: 0,
      show: show.plain,
      beside: 'its database had been',
    }),
    remark(
      'starts that ended with the database that was killed under them',
      show.plain(report.brokenStarts),
    ),
    none('processes that outlived a first start', report.orphans),
    none('files left by a first start', report.leftovers),
  ]
}

/** The line of an output that says why. */
function gist(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /cannot open|Error:/.test(line)) ?? lines.at(-1) ?? '').slice(0, 200)
}
