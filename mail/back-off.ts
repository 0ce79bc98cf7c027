const second = 1000
const minute = 60 * second
const hour = 60 * minute

const steps = [30 * second, 2 * minute, 10 * minute, hour, 6 * hour] as const

/** Some three days of trying; then nobody waits for the mail any more. */
const mostAttempts = 16

/**
 * Milliseconds to wait after the given attempt (from 1), a fifth more or less so that emails do not come back all
 * at once; null when it was the last. `random` is from 0 to 1.
 */
export function retryDelay(attempt: number, random: number): number | null {
  if (attempt >= mostAttempts) return null
  const step = steps[Math.min(attempt, steps.length) - 1] ?? steps[0]
  return Math.round(step * (0.8 + 0.4 * random))
}
