import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../commands/build.ts'
import { root } from '../commands/lib/run.ts'
import { measureAttack } from './bench/attack.ts'
import { measureBackup } from './bench/backup.ts'
import { measureBot, measureSignIns, measureUploads } from './bench/beside.ts'
import { measureDesk } from './bench/desk.ts'
import type { Figure, Pace } from './bench/figure.ts'
import { measureFirstView } from './bench/first-view.ts'
import { measureFloods } from './bench/floods.ts'
import { measureFresh } from './bench/fresh.ts'
import { measureFuzz } from './bench/fuzz.ts'
import { KeptShop } from './bench/kept-shop.ts'
import { measureKills } from './bench/kills.ts'
import { measureLarge } from './bench/large.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { measureLive } from './bench/live.ts'
import { measureMixed } from './bench/mixed.ts'
import { measureOutbox } from './bench/outbox.ts'
import { measurePages } from './bench/pages.ts'
import { describeFigure, describeMisses, type PartReport, writePage } from './bench/report.ts'
import { measureRest } from './bench/rest.ts'
import { measureRestarts } from './bench/restarts.ts'
import { measureStart } from './bench/start.ts'

type Measure = (pace: Pace) => Promise<Figure[]>

/** Measures a running shop with a database of its own. */
function inShop(measure: (shop: KeptShop, pace: Pace) => Promise<Figure[]>): Measure {
  return (pace) => KeptShop.with({}, (shop) => measure(shop, pace))
}

const parts: Record<string, [title: string, measure: Measure]> = {
  start: ['Start and memory', measureStart],
  pages: ['Pages', measurePages],
  rest: ['REST', inShop(measureRest)],
  'sign-ins': ['Sign-ins', inShop(measureSignIns)],
  bot: ['A bot at every form', inShop(measureBot)],
  attack: ['An attack on the database', inShop(measureAttack)],
  live: ['Live changes', inShop(measureLive)],
  floods: ['Floods of forms', measureFloods],
  mixed: ['A mixed load with checkouts', measureMixed],
  kills: ['Random kills', measureKills],
  restarts: ['Restarts of PostgreSQL', measureRestarts],
  fuzz: ['Made-up input', measureFuzz],
  large: ['A large shop', measureLarge],
  desk: ['The desk', measureDesk],
  uploads: ['Uploads', inShop(measureUploads)],
  outbox: ['The outbox', measureOutbox],
  backup: ['Backup and restore', measureBackup],
  'first-view': ['First view of /shop', inShop(measureFirstView)],
  lighthouse: ['Lighthouse', inShop(measureLighthouse)],
  fresh: ['Fresh clone', measureFresh],
}

const usage = `npm run bench -- [--only part,part] [--fresh] [--write] [option 5]

Parts: ${Object.keys(parts).join(', ')}
  --seconds   of each round of a comparison (5)
  --rounds    of each comparison (5)
  --minutes   of the mixed load (10)
  --kills     of the shop, its database or both (200)
  --restarts  of PostgreSQL, with DATABASE_URL and again with the embedded one (50)
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
    restarts: count(50),
    seed: count(randomInt(2 ** 31)),
    only: { type: 'string' },
    fresh: flag,
    write: flag,
    help: flag,
  },
})
const { seconds, rounds, minutes, kills, restarts, seed } = options
const pace: Pace = {
  seconds: Number(seconds),
  rounds: Number(rounds),
  minutes: Number(minutes),
  kills: Number(kills),
  restarts: Number(restarts),
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
  console.log(`\n${describeMisses(reports)}`)
  if (!options.write) return
  const path = join(root, 'docs', 'bench-data.md')
  const titles = Object.values(parts).map(([title]) => title)
  await writeFile(path, writePage(await readFile(path, 'utf8'), titles, reports, startedAt, pace))
  console.log('\nWritten to docs/bench-data.md. docs/bench.md has the figures of its summary.')
}

await main()
