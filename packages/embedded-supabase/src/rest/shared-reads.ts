/**
 * Deduplicates equal reads. A call during a read does not share that read, because its result might be older than the call. Instead
 * it shares the next read, which starts when the current one ends. So any number of equal calls causes two reads at a time at most.
 * When a read fails, all calls that share it fail.
 */
export function createSharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  interface UnderWay {
    ended: Promise<void>
    next: Promise<T> | null
  }
  const underWay = new Map<string, UnderWay>()

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read()
    const forget = (): void => {
      if (current.next === null) underWay.delete(key)
    }
    const current: UnderWay = { ended: reading.then(forget, forget), next: null }
    underWay.set(key, current)
    return reading
  }

  return (key, read) => {
    const current = underWay.get(key)
    if (current === undefined) return begin(key, read)
    current.next ??= current.ended.then(() => begin(key, read))
    return current.next
  }
}
