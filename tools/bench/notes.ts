import { countBy, show } from './figure.ts'
import type { Answer } from './visitor.ts'

/** An answer that no shopper should get: a fault of the server, or none at all. */
export interface Failure {
  /** ms since 1970 */
  at: number
  path: string
  status: number
  /** How long it took, ms. */
  ms: number
  words: string
}

/** What a crowd saw. */
export interface Seen {
  answers: number
  journeys: number
  /** ms of each answer that was one, by its kind. */
  times: Record<string, number[]>
  failures: Failure[]
  /** How often something was refused, by "429 /path". */
  refusals: Record<string, number>
}

export class Notes {
  readonly seen: Seen = { answers: 0, journeys: 0, times: {}, failures: [], refusals: {} }

  time(kind: string, ms: number): void {
    const times = (this.seen.times[kind] ??= [])
    times.push(ms)
  }

  answered(kind: string, address: string, { status, ms, body }: Answer): void {
    const path = address.split('?')[0] ?? ''
    this.seen.answers += 1
    if (status === 0 || status >= 500) {
      const words = String(body).slice(0, 160)
      this.seen.failures.push({ at: Date.now(), path, status, ms, words })
      return
    }
    this.time(kind, ms)
    if (status < 400) return
    const refusal = `${status} ${path}`
    this.seen.refusals[refusal] = (this.seen.refusals[refusal] ?? 0) + 1
  }
}

/** As "503 /search × 3", the most frequent first. */
export function describeFailures(failures: Failure[]): string {
  const nameOf = ({ status, path, words }: Failure) =>
    status === 0 ? `no answer (${words}) ${path}` : `${status} ${path}`
  return show.counts(countBy(failures, nameOf))
}
