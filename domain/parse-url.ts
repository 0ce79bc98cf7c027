/** Returns null for an invalid URL. Replaces `URL.parse`, which the oldest supported browsers lack. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
