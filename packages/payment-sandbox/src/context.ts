import { ApiError, createMissingError } from './api-error.ts'
import type { Kind, ObjectsByKind, SandboxCatalogue } from './objects.ts'
import type { Store } from './store.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Context {
  store: Store
  secretKey: string
  webhookSecret: string
  /** Is null when there is no webhook: events are then only listed. */
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
export const secondsPerDay = 24 * 60 * 60

/** Returns the current time in seconds since 1970, the unit of the provider's objects. */
export function getCurrentSeconds(context: Context): number {
  return Math.floor(context.now() / 1000)
}

export function createBase(
  context: Context,
  id: string,
): { id: string; created: number; livemode: false } {
  return { id, created: getCurrentSeconds(context), livemode: false }
}

/** Stores an object. Given an event type, it also sends the shop an event. */
export function saveObject<T extends ObjectsByKind[StoredKind]>(
  context: Context,
  one: T,
  event?: string,
): T {
  context.store.put(one.object, one.id, one)
  if (event !== undefined) context.notify(event, one)
  return one
}

type StoredKind = Exclude<Kind, 'card' | 'portal' | 'session' | 'settled'>

export function createObject<
  K extends StoredKind,
  T extends Omit<ObjectsByKind[K], 'created' | 'id' | 'livemode' | 'object'>,
>(
  context: Context,
  object: K,
  id: string,
  rest: T,
): T & { id: string; object: K; created: number; livemode: false } {
  const made = { ...createBase(context, id), object, ...rest }
  context.store.put(object, id, made)
  return made
}

/** Returns a stored object; null when it does not exist or was deleted. */
export function findObject<K extends Kind>(
  context: Context,
  kind: K,
  id: string | null | undefined,
): ObjectsByKind[K] | null {
  const found = context.store.get(kind, id ?? '')
  return found === null || 'deleted' in found ? null : found
}

/** Returns a stored object. @throws ApiError when there is none; `param` names the parameter with the id, if it had one */
export function getObject<K extends Kind>(
  context: Context,
  kind: K,
  id: string,
  param?: string,
): ObjectsByKind[K] {
  const found = findObject(context, kind, id)
  if (found === null) throw createMissingError(kind, id, param)
  return found
}

export function assertIdIsFree(context: Context, kind: 'coupon' | 'product', id: string): void {
  if (findObject(context, kind, id) === null) return
  const name = kind === 'coupon' ? 'Coupon' : 'Product'
  const details = { code: 'resource_already_exists', param: 'id' }
  throw new ApiError(400, `${name} already exists.`, details)
}

const idCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a random id in the provider's form: `pi_3kTq…`. */
export function createId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(24), (byte) => idCharacters[byte % idCharacters.length]).join('')}`
}

export function calculateHmac(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
