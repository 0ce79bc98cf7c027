import { tryStorage, createKeyValueStore } from '../../app/features/browser/key-value-store.ts'

/** Creates a key-value store for texts. Values that the browser refuses to store are kept in memory while the page is open. */
function createDevice(open: () => Storage) {
  const memory = new Map<string, string>()
  const { get, set, remove } = createKeyValueStore(open, memory)
  return {
    names: (): string[] => [
      ...new Set([...memory.keys(), ...(tryStorage(() => Object.keys(open())) ?? [])]),
    ],
    getItem: get,
    setItem: set,
    removeItem: remove,
    /** Returns true when the value is in the browser's storage, so that it survives a reload. */
    isKept: (name: string): boolean => !memory.has(name),
  }
}

/** The storage of the device, and below it that of one tab. */
export const localStore = createDevice(() => localStorage)
export const sessionStore = createDevice(() => sessionStorage)
