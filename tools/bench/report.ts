import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { root } from '../../commands/lib/run.ts'
import { type Figure, type BenchSettings, format } from './figure.ts'

/** The figures of one part of the benchmark, or the error that stopped the part. */
export interface PartReport {
  title: string
  figures: Figure[]
  fault: string | null
}

/** Returns text such as "2 × Some Processor, 16 GB, linux x64, Node 24.1.0". */
function describeMachine(): string {
  const cores = cpus()
  const model = cores[0]?.model.replaceAll(/\s+/g, ' ').trim() || 'unknown processor'
  return `${cores.length} × ${model}, ${format.MB(totalmem())}, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

/** Returns the hash of the current commit, with a note when there are uncommitted changes. */
function describeCommit(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--short=12', 'HEAD')
  const changes = git('status', '--porcelain', '--', '.', ':!docs/bench-data.md')
  return changes === '' ? commit : `${commit}, with changes that are not committed`
}

const intro = `# Benchmark data

\`npm run bench -- --write\` writes this page; do not edit it. Each part says when and where it was measured. Everything runs on
one machine, including the load generator. Rates that are compared are measured in turn with 20 connections; each is the median
of its rounds, and a ratio is the median of the ratios of the rounds. [bench.md](bench.md) is the summary.
`

/**
 * Returns the page docs/bench-data.md, in which the results of `parts` are replaced and all others kept. `startedAt` is in ms since
 * 1970; `titles` has all parts in their order.
 */
export function renderBenchPage(
  page: string,
  titles: string[],
  parts: PartReport[],
  startedAt: number,
  pace: BenchSettings,
): string {
  const kept = page.split(/^(?=## )/mu).map((text) => [/^## (.*)/u.exec(text)?.[1], text] as const)
  const when = describeRun(startedAt, pace)
  const written = parts.map((part) => [part.title, writePart(part, when)] as const)
  const sections = new Map([...kept, ...written])
  return (
    [intro.trim(), ...titles.flatMap((title) => sections.get(title)?.trim() ?? [])].join('\n\n') +
    '\n'
  )
}

function describeRun(startedAt: number, pace: BenchSettings): string {
  const day = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')
  const load = `${pace.rounds} rounds of ${pace.seconds} s; mixed load ${pace.minutes} min, ${pace.kills} kills; seed ${pace.seed}`
  return `Commit ${describeCommit()}, ${day} UTC, ${describeMachine()}; ${load}.`
}

const verdicts = { true: 'ok', false: '**missed**', null: '' }

function writePart({ title, figures, fault }: PartReport, when: string): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = figures.map(({ name, measured, limit, isMet, beside }) =>
    ['', name, measured, limit, verdicts[`${isMet}`], beside, ''].map(cell).join(' | ').trim(),
  )
  const table = ['| Figure | Measured | Limit | | Beside it |', '|---|---|---|---|---|', ...rows]
  const [first] = fault?.split('\n') ?? []
  return `## ${title}\n\n${when}\n\n${first === undefined ? table.join('\n') : `**Could not be measured:** ${cell(first)}`}`
}

/** Returns a figure as one line of text for the terminal. */
export function describeFigure({ name, measured, limit, isMet, beside }: Figure): string {
  const verdict = isMet === null ? '      ' : isMet ? 'ok    ' : 'MISSED'
  return `  ${verdict} ${name}: ${measured} (${limit})${beside === '' ? '' : `; ${beside}`}`
}

/** Returns a list of the figures that miss their limits, as text for the terminal. */
export function describeMissedLimits(parts: PartReport[]): string {
  const missed = parts.flatMap(({ figures }) => figures.filter(({ isMet }) => isMet === false))
  const faults = parts.filter(({ fault }) => fault !== null)
  if (missed.length + faults.length === 0) return 'Every limit is met.'
  return [
    ...(missed.length > 0 ? ['Missed:', ...missed.map(describeFigure)] : []),
    ...faults.map(({ title, fault }) => `Could not be measured: ${title}: ${fault}`),
  ].join('\n')
}
