export interface Rounds {
  /** One round, to its end; who asks while one is under way waits for that one. */
  runOnce(): Promise<void>
  /** Begins no other round, and waits for the one under way. */
  stop(): Promise<void>
}

/**
 * Does some work every so often, one round at a time.
 * @param round logs its own faults; told whether to end before it is through
 */
export function startRounds(
  round: (isStopping: () => boolean) => Promise<void>,
  intervalMs: number,
): Rounds {
  let isStopping = false
  let underWay: Promise<void> | null = null
  function runOnce(): Promise<void> {
    underWay ??= round(() => isStopping).finally(() => {
      underWay = null
    })
    return underWay
  }
  const timer = setInterval(() => void runOnce(), intervalMs)
  timer.unref()
  return {
    runOnce,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await underWay
    },
  }
}
