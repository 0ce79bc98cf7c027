const listeners = new Set<() => void>()
let hasAdded = false

/** Somebody pressed "Add to Cart", and something was added. */
export function announceAdded(): void {
  hasAdded = true
  for (const listener of listeners) listener()
}

/** Who asks late hears at once of what was added before. */
export function onAdded(listener: () => void): () => void {
  if (hasAdded) listener()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
