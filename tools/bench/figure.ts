/** What a measurement found and whether that is good enough. */
export interface Figure {
  name: string
  measured: string
  /** In words; null when the row only stands beside others. */
  limit: string | null
  /** Null without a limit. */
  isMet: boolean | null
  /** What was measured beside it in the same run. */
  beside: string
}

interface Measure {
  name: string
  value: number
  /** Writes a value with its unit. */
  show: (value: number) => string
  limit: number
  beside?: string
}

export function atLeast({ name, value, show, limit, beside = '' }: Measure): Figure {
  return {
    name,
    measured: show(value),
    limit: `at least ${show(limit)}`,
    isMet: value >= limit,
    beside,
  }
}

export function atMost({ name, value, show, limit, beside = '' }: Measure): Figure {
  return {
    name,
    measured: show(value),
    limit: `at most ${show(limit)}`,
    isMet: value <= limit,
    beside,
  }
}

export function exactly({ name, value, show, limit, beside = '' }: Measure): Figure {
  return { name, measured: show(value), limit: show(limit), isMet: value === limit, beside }
}

/** A limit that holds only under a condition, which is named with it; elsewhere the figure only stands there. */
export function where(condition: { holds: boolean; words: string }, figure: Figure): Figure {
  const limit = `${figure.limit} ${condition.words}`
  return { ...figure, limit, isMet: condition.holds ? figure.isMet : null }
}

/** A row that stands beside others. */
export function remark(name: string, measured: string, beside = ''): Figure {
  return { name, measured, limit: null, isMet: null, beside }
}

/** The middle value; of an even number of values the higher of the two in the middle. */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new Error('there is no median of nothing')
  return middle
}

/** The value that `share` (0 to 1) of the values do not exceed. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

export const show = {
  ratio: (value: number) => `${value.toFixed(2)} ×`,
  times: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ×`,
  rate: (value: number) => `${whole.format(value)}/s`,
  /** From bytes. */
  kB: (value: number) => `${(value / 1000).toFixed(1)} kB`,
  /** From bytes. */
  MB: (value: number) => `${whole.format(value / 1_000_000)} MB`,
  /** From ms. */
  ms: (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`,
  /** From ms. */
  seconds: (value: number) => `${(value / 1000).toFixed(1)} s`,
  plain: (value: number) => String(Math.round(value * 1e5) / 1e5),
}
