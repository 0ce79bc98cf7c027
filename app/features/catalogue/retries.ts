/**
 * Asks, and asks again after a failure, at most `retries` times more; the last failure is thrown.
 * @param wait told how many attempts have failed, and resolves when the next may start
 */
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
