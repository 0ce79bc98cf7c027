/** Asks, at most `retries` times more after failures. `wait` hears how many there were and resolves for the next. */
export async function withRetries<T>(
  ask: () => Promise<T>,
  retries: number,
  wait: (failures: number) => Promise<void>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask()
    } catch (error) {
      if (failures > retries) throw error
      await wait(failures)
    }
  }
}

/** 150 ms, then 300 ms: a visitor is waiting for the page. */
export function waitLonger(failures: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 75 * 2 ** failures))
}
