import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pace } from './bench/duel.ts'
import type { Figure } from './bench/figure.ts'
import { measureAttack } from './bench/attack.ts'
import { measureBackup } from './bench/backup.ts'
import { measureBot } from './bench/bot.ts'
import { measureFirstView } from './bench/first-view.ts'
import { measureFloods } from './bench/floods.ts'
import { measureFresh } from './bench/fresh.ts'
import { measureKills } from './bench/kills.ts'
import { measureLarge } from './bench/large.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { describeCommit, describeMachine } from './bench/machine.ts'
import { measureMixed } from './bench/mixed.ts'
import { measureOutbox } from './bench/outbox.ts'
import { measurePages } from './bench/pages.ts'
import { describeFigure, describeMisses, type PartReport, writePage } from './bench/report.ts'
import { measureRest } from './bench/rest.ts'
import { measureRestarts } from './bench/restarts.ts'
import { measureSignIns } from './bench/sign-ins.ts'
import { measureStart } from './bench/start.ts'
import { build } from '../commands/build.ts'
import { root } from '../commands/run.ts'

interface Part {
  name: string
  title: string
  measure: (pace: Pace) => Promise<Figure[]>
}

const parts: Part[] = [
  { name: 'start', title: 'Start and memory', measure: measureStart },
  { name: 'pages', title: 'Pages', measure: measurePages },
  { name: 'rest', title: 'REST', measure: measureRest },
  { name: 'sign-ins', title: 'Sign-ins', measure: measureSignIns },
  { name: 'bot', title: 'A bot at every form', measure: measureBot },
  { name: 'attack', title: 'An attack on the database', measure: measureAttack },
  { name: 'floods', title: 'Floods of forms', measure: measureFloods },
  { name: 'mixed', title: 'A mixed load with checkouts', measure: measureMixed },
  { name: 'kills', title: 'Random kills', measure: measureKills },
  { name: 'restarts', title: 'Restarts of PostgreSQL', measure: measureRestarts },
  { name: 'large', title: 'A large shop', measure: measureLarge },
  { name: 'outbox', title: 'The outbox', measure: measureOutbox },
  { name: 'backup', title: 'Backup and restore', measure: measureBackup },
  { name: 'first-view', title: 'First view of /shop', measure: measureFirstView },
  { name: 'lighthouse', title: 'Lighthouse', measure: measureLighthouse },
  { name: 'fresh', title: 'Fresh clone', measure: measureFresh },
]

const usage = `npm run bench -- [--only part,part] [--fresh] [option 5]

Parts: ${parts.map(({ name }) => name).join(', ')}
  --seconds   of each round of a comparison (5)
  --rounds    of each comparison (5)
  --minutes   of the mixed load (10)
  --kills     of the shop, its database or both (200)
  --restarts  of PostgreSQL, with DATABASE_URL and again with the embedded one (50)
  --seed      of all random moments; printed at the start (any)

Measures everything but the fresh clone, which --fresh adds. Only such a whole run writes docs/bench.md.`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    kills: { type: 'string', default: '200' },
    restarts: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    help: { type: 'boolean', default: false },
  },
})

async function run(chosen: Part[], pace: Pace): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const { title, measure } of chosen) {
    console.log(`\n${title}`)
    const report = await measure(pace).then(
      (figures) => ({ title, figures, fault: null }),
      (error: unknown) => ({ title, figures: [], fault: String(error) }),
    )
    console.log(report.fault ?? report.figures.map(describeFigure).join('\n'))
    reports.push(report)
  }
  return reports
}

async function main(): Promise<void> {
  const names = options.only?.split(',')
  const chosen = parts.filter(({ name }) =>
    names ? names.includes(name) : name !== 'fresh' || options.fresh,
  )
  if (options.help || chosen.length < (names?.length ?? 1)) return console.log(usage)
  await build()
  const pace = {
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
    minutes: Number(options.minutes),
    kills: Number(options.kills),
    restarts: Number(options.restarts),
    seed: Number(options.seed),
  }
  const facts = {
    machine: describeMachine(),
    commit: describeCommit(),
    startedAt: Date.now(),
    pace,
  }
  console.log(`${facts.machine}; commit ${facts.commit}; seed ${pace.seed}`)
  const reports = await run(chosen, pace)
  console.log(`\n${describeMisses(reports)}`)
  if (chosen.length < parts.length) return
  await writeFile(join(root, 'docs', 'bench.md'), writePage(reports, facts))
  console.log('\nWritten to docs/bench.md.')
}

await main()
