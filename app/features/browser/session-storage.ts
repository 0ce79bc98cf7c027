import { tryStorage } from './key-value-store.ts'

/**
 * Replaces a sessionStorage that the browser blocks with one in memory, which lasts as long as the page. A blocked storage throws
 * on every use, and the inline script of the router for scroll positions does not catch that.
 */
export function installSessionStorageFallback(): void {
  if (tryStorage(() => window.sessionStorage) !== undefined) return
  const texts = new Map<string, string>()
  const value = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  tryStorage(() => Object.defineProperty(window, 'sessionStorage', { value }))
}
