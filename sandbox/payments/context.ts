import type { SandboxCatalogue } from './objects.ts'
import type { Store } from './store.ts'

/** The version of the provider's API that is spoken here. */
export const apiVersion = '2026-10-28.endive'

export interface SandboxLog {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}

/** What all parts of the sandbox share. */
export interface Context {
  store: Store
  secretKey: string
  webhookSecret: string
  webhookUrl: string
  /** The origin at which the shop and this sandbox are reached. */
  siteUrl: string
  traderName: string
  catalogue: () => Promise<SandboxCatalogue>
  fetch: typeof fetch
  /** ms since 1970. */
  now: () => number
  /** How long a payment that settles later takes, in ms. */
  settleAfterMs: number
  log: SandboxLog
  /** Queues a notification of this type about the object as it is now. */
  notify: (type: string, object: object) => void
}

/** Seconds since 1970, as the provider's objects count. */
export function seconds(context: Context): number {
  return Math.floor(context.now() / 1000)
}

/** What every object begins with. */
export function stamped(
  context: Context,
  id: string,
): { id: string; created: number; livemode: false } {
  return { id, created: seconds(context), livemode: false }
}
