const listeners = new Set<() => void>()
let isUnheard = false

export function announceAdded(): void {
  isUnheard = listeners.size === 0
  for (const listener of listeners) listener()
}

/** Who asks first hears at once of what was added before, when nobody listened yet. */
export function onAdded(listener: () => void): () => void {
  listeners.add(listener)
  if (isUnheard) listener()
  isUnheard = false
  return () => {
    listeners.delete(listener)
  }
}
