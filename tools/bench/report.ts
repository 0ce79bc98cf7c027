import type { Figure } from './figure.ts'
import type { Pace } from './duel.ts'

/** What one part of the bench found, or why it found nothing. */
export interface PartReport {
  title: string
  figures: Figure[]
  /** What stopped it. */
  fault: string | null
}

export interface RunFacts {
  machine: string
  commit: string
  /** ms since 1970 */
  startedAt: number
  pace: Pace
}

const verdicts = { true: 'ok', false: '**missed**', null: '' }

/** The page docs/bench.md. */
export function writePage(parts: PartReport[], facts: RunFacts): string {
  const { machine, commit, startedAt, pace } = facts
  return `${[
    '# Figures',
    '',
    'Written by `npm run bench -- --fresh`; do not edit. Everything runs on one machine, the load generator too. Rates that are',
    `compared were measured in turn, ${pace.rounds} rounds of ${pace.seconds} s each with 20 connections, and are the middle of their rounds;`,
    'a ratio is the middle of the ratios of the rounds. Medusa and Vendure are not measured: what stands beside ours for them was',
    'noted on another day.',
    '',
    `- Machine: ${machine}`,
    `- Commit: ${commit}`,
    `- Date: ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- Mixed load ${pace.minutes} min, ${pace.kills} kills, ${pace.restarts} restarts; random moments from seed ${pace.seed}`,
    ...parts.flatMap(writePart),
  ].join('\n')}\n`
}

function writePart({ title, figures, fault }: PartReport): string[] {
  const heading = ['', `## ${title}`, '']
  if (fault !== null)
    return [...heading, `**Could not be measured:** ${escape(fault.split('\n')[0] ?? '')}`]
  return [
    ...heading,
    '| Figure | Measured | Limit | | Beside it |',
    '|---|---|---|---|---|',
    ...figures.map(
      ({ name, measured, limit, isMet, beside }) =>
        `| ${[name, measured, limit ?? '', verdicts[`${isMet}`], beside].map(escape).join(' | ')} |`,
    ),
  ]
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** One line a figure, for the terminal. */
export function describeFigure({ name, measured, limit, isMet, beside }: Figure): string {
  const verdict = isMet === null ? '      ' : isMet ? 'ok    ' : 'MISSED'
  const words = [`${measured}${limit === null ? '' : ` (${limit})`}`, beside].filter(
    (part) => part !== '',
  )
  return `  ${verdict} ${name}: ${words.join('; ')}`
}

/** What was missed, plainly. */
export function describeMisses(parts: PartReport[]): string {
  const missed = parts.flatMap(({ figures }) => figures.filter(({ isMet }) => isMet === false))
  const faults = parts.filter(({ fault }) => fault !== null)
  if (missed.length + faults.length === 0) return 'Every limit is met.'
  return [
    ...(missed.length > 0 ? ['Missed:', ...missed.map(describeFigure)] : []),
    ...faults.map(({ title, fault }) => `Could not be measured: ${title}: ${fault}`),
  ].join('\n')
}
