import { ApiError, noSuch } from './api-error.ts'
import type { Kind, Kinds, SandboxCatalogue } from './objects.ts'
import type { Store } from './store.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Context {
  store: Store
  secretKey: string
  webhookSecret: string
  /** Null when there is no webhook: events are then only listed. */
  webhookUrl: string | null
  /** Address of the sandbox, without a final slash: its API is below `/v1`, its pages beside that. */
  url: string
  /** Origin of the site that uses the sandbox. */
  siteUrl: string
  /** Address that the page of an expired payment links to. */
  cartUrl: string
  traderName: string
  catalogue: () => Promise<SandboxCatalogue>
  fetch: typeof fetch
  /** ms since 1970. */
  now: () => number
  settleAfterMs: number
  log: Record<'error' | 'warn', (details: object, message: string) => void>
  notify: (type: string, object: object) => void
}

/** Seconds of a day; the provider's objects count in seconds. */
export const day = 24 * 60 * 60

/** Returns the current time in seconds since 1970, the unit of the provider's objects. */
export function seconds(context: Context): number {
  return Math.floor(context.now() / 1000)
}

export function stamped(
  context: Context,
  id: string,
): { id: string; created: number; livemode: false } {
  return { id, created: seconds(context), livemode: false }
}

/** Stores an object. Given an event type, it also sends the shop an event. */
export function keep<T extends Kinds[Kept]>(context: Context, one: T, event?: string): T {
  context.store.put(one.object, one.id, one)
  if (event !== undefined) context.notify(event, one)
  return one
}

type Kept = Exclude<Kind, 'card' | 'portal' | 'session' | 'settled'>

export function create<
  K extends Kept,
  T extends Omit<Kinds[K], 'created' | 'id' | 'livemode' | 'object'>,
>(
  context: Context,
  object: K,
  id: string,
  rest: T,
): T & { id: string; object: K; created: number; livemode: false } {
  const made = { ...stamped(context, id), object, ...rest }
  context.store.put(object, id, made)
  return made
}

/** Returns a stored object; null when it does not exist or was deleted. */
export function find<K extends Kind>(
  context: Context,
  kind: K,
  id: string | null | undefined,
): Kinds[K] | null {
  const found = context.store.get(kind, id ?? '')
  return found === null || 'deleted' in found ? null : found
}

/** Returns a stored object. @throws ApiError when there is none; `param` names the parameter with the id, if it had one */
export function existing<K extends Kind>(
  context: Context,
  kind: K,
  id: string,
  param?: string,
): Kinds[K] {
  const found = find(context, kind, id)
  if (found === null) throw noSuch(kind, id, param)
  return found
}

export function refuseKnown(context: Context, kind: 'coupon' | 'product', id: string): void {
  if (find(context, kind, id) === null) return
  const name = kind === 'coupon' ? 'Coupon' : 'Product'
  const details = { code: 'resource_already_exists', param: 'id' }
  throw new ApiError(400, `${name} already exists.`, details)
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a random id in the provider's form: `pi_3kTq…`. */
export function newId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('')}`
}

export function hmac(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
