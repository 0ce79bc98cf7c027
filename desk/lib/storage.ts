import { attempt, createStore } from '../../app/features/browser/kept-text.ts'

/** A text store; values that the browser refuses to store live as long as the page. */
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
    /** Returns true when the value survives a reload. */
    isKept: (name: string): boolean => !memory.has(name),
  }
}

/** Storage of the device, and of one tab. */
export const device = createDevice(() => localStorage)
export const sessionStore = createDevice(() => sessionStorage)
