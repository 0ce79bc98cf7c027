import { attempt, createStore } from '../../app/features/browser/kept-text.ts'

/** Text by name; what the browser refuses to keep lives as long as the page. */
function createDevice(open: () => Storage) {
  const memory = new Map<string, string>()
  const { get, set, remove } = createStore(open, memory)
  return {
    names: (): string[] => [
      ...new Set([...memory.keys(), ...(attempt(() => Object.keys(open())) ?? [])]),
    ],
    getItem: get,
    setItem: set,
    removeItem: remove,
    /** Whether a reload finds it as it is. */
    isKept: (name: string): boolean => !memory.has(name),
  }
}

/** What stays on the device, and what stays with a tab of it. */
export const device = createDevice(() => localStorage)
export const ofTab = createDevice(() => sessionStorage)
