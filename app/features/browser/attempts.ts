import { type AttemptWindows, createAttemptCounter } from '../../../domain/attempts.ts'
import { getField, parseJson } from './json.ts'
import { localStore } from './storage.ts'

export const attemptCounter = createAttemptCounter({
  read: () => parseAttemptWindows(localStore.get('attempts')),
  write: (windows) => localStore.set('attempts', JSON.stringify(windows)),
})

export function parseAttemptWindows(text: string | null): AttemptWindows {
  const windows: AttemptWindows = {}
  for (const [key, stored] of Object.entries(parseJson(text) ?? {})) {
    const [ends, count] = [getField(stored, 'ends'), getField(stored, 'attempts')]
    if (typeof ends === 'number' && typeof count === 'number')
      windows[key] = { ends, attempts: count }
  }
  return windows
}
