/**
 * Deduplicates equal reads. A call during such a read shares the next one, which begins when the current one has ended: no
 * caller gets a result that is older than the call, and any number of equal calls costs two reads at a time. A read that fails
 * fails for all who share it.
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
