export interface Figure {
  name: string
  measured: string
  /** The limit as text, such as "at most 100 ms". */
  limit: string
  /** True when the measured value is within the limit; null when there is no limit on this machine. */
  isMet: boolean | null
  /** Other values of the same measurement, as text. */
  beside: string
}

/** The durations and repetitions of measurements, and the random seed. bench.ts sets these values. */
export type BenchSettings = Record<'seconds' | 'rounds' | 'minutes' | 'kills' | 'seed', number>

type Write = (value: number) => string
/** Compares a value with its limit, and formats both with their unit. */
type Limit = (value: number) => Pick<Figure, 'measured' | 'limit' | 'isMet'>

const plain: Write = (value) => String(Math.round(value * 1e5) / 1e5)

export const atLeast =
  (limit: number, write = plain): Limit =>
  (value) => ({ measured: write(value), limit: `at least ${write(limit)}`, isMet: value >= limit })

export const atMost =
  (limit: number, write = plain): Limit =>
  (value) => ({ measured: write(value), limit: `at most ${write(limit)}`, isMet: value <= limit })

export const exactly =
  (limit: number): Limit =>
  (value) => ({ measured: plain(value), limit: plain(limit), isMet: value === limit })

export function createFigure(name: string, value: number, judge: Limit, beside = ''): Figure {
  return { name, ...judge(value), beside }
}

/** Returns a figure whose value must be 0. */
export function createZeroFigure(name: string, value: number, beside = ''): Figure {
  return createFigure(name, value, exactly(0), beside)
}

/** Returns the median; for an even number of values, the higher one of the two in the middle. */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new Error('there is no median of nothing')
  return middle
}

/** Returns the percentile of the values for `share`, from 0 to 1: 0.95 for the p95. */
export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

export const format = {
  plain,
  ratio: (value: number) => `${value.toFixed(2)} ×`,
  rate: (value: number) => `${whole.format(value)}/s`,
  /** Formats bytes as kB. */
  kB: (value: number) => `${(value / 1000).toFixed(1)} kB`,
  /** Formats bytes as MB. */
  MB: (value: number) => `${whole.format(value / 1_000_000)} MB`,
  /** Formats a duration in ms. */
  ms: (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`,
  /** Formats a duration in ms as seconds. */
  seconds: (value: number) => `${(value / 1000).toFixed(1)} s`,
  /** Counts equal words and formats the `most` frequent ones: "200 × 700, 201 × 500, …" */
  counts: (words: string[], most = 4) => {
    const alike = [...Map.groupBy(words, String)].toSorted(([, a], [, b]) => b.length - a.length)
    const shown = alike.slice(0, most).map(([word, all]) => `${word} × ${all.length}`)
    return [...shown, ...(alike.length > most ? ['…'] : [])].join(', ')
  },
}
