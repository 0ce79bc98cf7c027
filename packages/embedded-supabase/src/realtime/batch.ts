/** Thrown when the queue of items exceeds its limit in bytes. */
export class CrowdedError extends Error {
  override name = 'CrowdedError'
}

const mostBytes = 16 * 1024 * 1024

/**
 * Processes items in batches: items that are added while one batch runs form the next one. The returned function resolves when the
 * item's batch is done.
 * @throws CrowdedError when too many bytes are queued; the error of `work`
 */
export function createBatcher<T>(
  work: (items: T[]) => Promise<unknown>,
): (item: T, bytes?: number) => Promise<void> {
  let waiting: T[] = []
  let bytesWaiting = 0
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null
  const turn = () => {
    const items = waiting
    ;[waiting, bytesWaiting, next] = [[], 0, null]
    return work(items)
  }
  return async (item, bytes = 0) => {
    if (bytesWaiting + bytes > mostBytes) throw new CrowdedError('Too busy')
    waiting.push(item)
    bytesWaiting += bytes
    next ??= running.then(turn).then(() => undefined)
    running = next.catch(() => undefined)
    return next
  }
}
