const listeners = new Set<() => void>()

/** Somebody pressed "Add to Cart", and something was added. */
export function announceAdded(): void {
  for (const listener of listeners) listener()
}

export function onAdded(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
