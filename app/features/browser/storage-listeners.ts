import { createListeners, type Listeners } from '../../ui/listeners.ts'

/** Who is told of a change of what this browser keeps: by `tell` in this tab, by the browser in the others. */
export function createStorageListeners(): Listeners {
  const { tell, subscribe } = createListeners()
  return {
    tell,
    subscribe(listener) {
      const end = subscribe(listener)
      window.addEventListener('storage', listener)
      return () => {
        window.removeEventListener('storage', listener)
        return end()
      }
    },
  }
}
