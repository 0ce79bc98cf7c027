import { createHash } from 'node:crypto'

/**
 * The idempotency key of what is made from these facts alone. It outlives three attempts, which covers answers that were
 * lost; then there is another, for the provider repeats a failure under a key for a day.
 */
export function keyFor(facts: unknown[], attempt: number): string {
  const turn = Math.ceil(attempt / 3)
  const text = JSON.stringify([...facts, turn])
  return `catalogue_${createHash('sha256').update(text).digest('hex')}`
}
