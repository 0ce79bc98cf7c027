import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../commands/build.ts'
import { root } from '../commands/lib/run.ts'
import { measureBackup } from './bench/backup.ts'
import { measureSignIns } from './bench/beside.ts'
import { measureDesk } from './bench/desk.ts'
import type { Figure, BenchSettings } from './bench/figure.ts'
import { measureFirstView } from './bench/first-view.ts'
import { measureFreshClone } from './bench/fresh.ts'
import { RestartableShop } from './bench/restartable-shop.ts'
import { measureKills } from './bench/kills.ts'
import { measureLargeShop } from './bench/large.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { measureRealtime } from './bench/live.ts'
import { measureMixedLoad } from './bench/mixed.ts'
import { measurePages } from './bench/pages.ts'
import {
  describeFigure,
  describeMissedLimits,
  type PartReport,
  renderBenchPage,
} from './bench/report.ts'
import { measureRest } from './bench/rest.ts'
import { measureStart } from './bench/start.ts'

type Measure = (pace: BenchSettings) => Promise<Figure[]>

/** Returns a measurement that runs `measure` with a running shop and a database of its own. */
function inShop(
  measure: (shop: RestartableShop, pace: BenchSettings) => Promise<Figure[]>,
): Measure {
  return (pace) => RestartableShop.with({}, (shop) => measure(shop, pace))
}

const parts: Record<string, [title: string, measure: Measure]> = {
  start: ['Start and memory', measureStart],
  pages: ['Pages', measurePages],
  rest: ['REST', inShop(measureRest)],
  'sign-ins': ['Sign-ins', inShop(measureSignIns)],
  live: ['Live changes', inShop(measureRealtime)],
  mixed: ['A mixed load with checkouts', measureMixedLoad],
  kills: ['Random kills', measureKills],
  large: ['A large shop', measureLargeShop],
  desk: ['The desk', measureDesk],
  backup: ['Backup and restore', measureBackup],
  'first-view': ['First view of /shop', inShop(measureFirstView)],
  lighthouse: ['Lighthouse', inShop(measureLighthouse)],
  fresh: ['Fresh clone', measureFreshClone],
}

const usage = `npm run bench -- [--only part,part] [--fresh] [--write] [option 5]

Parts: ${Object.keys(parts).join(', ')}
  --seconds   of each round of a comparison (5)
  --rounds    of each comparison (5)
  --minutes   of the mixed load (10)
  --kills     of the shop, its database or both (200)
  --seed      of all random moments; printed at the start (any)

  --write     into docs/bench-data.md: the new figures replace those of the same part

Measures everything but the fresh clone, which --fresh adds.`

const flag = { type: 'boolean', default: false } as const
const count = (usual: number) => ({ type: 'string' as const, default: String(usual) })
const { values: options } = parseArgs({
  options: {
    seconds: count(5),
    rounds: count(5),
    minutes: count(10),
    kills: count(200),
    seed: count(randomInt(2 ** 31)),
    only: { type: 'string' },
    fresh: flag,
    write: flag,
    help: flag,
  },
})
const { seconds, rounds, minutes, kills, seed } = options
const pace: BenchSettings = {
  seconds: Number(seconds),
  rounds: Number(rounds),
  minutes: Number(minutes),
  kills: Number(kills),
  seed: Number(seed),
}

async function main(): Promise<void> {
  const names = options.only?.split(',')
  const chosen = Object.entries(parts).filter(([name]) =>
    names ? names.includes(name) : name !== 'fresh' || options.fresh,
  )
  if (options.help || chosen.length < (names?.length ?? 1)) return console.log(usage)
  await build()
  const startedAt = Date.now()
  console.log(`seed ${pace.seed}`)
  const reports: PartReport[] = []
  for (const [, [title, measure]] of chosen) {
    console.log(`\n${title}`)
    const report = await measure(pace).then(
      (figures) => ({ title, figures, fault: null }),
      (error: unknown) => ({ title, figures: [], fault: String(error) }),
    )
    console.log(report.fault ?? report.figures.map(describeFigure).join('\n'))
    reports.push(report)
  }
  console.log(`\n${describeMissedLimits(reports)}`)
  if (!options.write) return
  const path = join(root, 'docs', 'bench-data.md')
  const titles = Object.values(parts).map(([title]) => title)
  await writeFile(
    path,
    renderBenchPage(await readFile(path, 'utf8'), titles, reports, startedAt, pace),
  )
  console.log('\nWritten to docs/bench-data.md. docs/bench.md has the figures of its summary.')
}

await main()
