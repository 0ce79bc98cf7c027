import { attempt } from './kept-text.ts'

/**
 * A browser that blocks storage throws whenever it is used, which the router's inline script for scroll positions does not
 * catch. Such a browser gets storage in memory, which lasts as long as the page.
 */
export function provideSessionStorage(): void {
  if (attempt(() => window.sessionStorage) !== undefined) return
  const texts = new Map<string, string>()
  const value = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  attempt(() => Object.defineProperty(window, 'sessionStorage', { value }))
}
