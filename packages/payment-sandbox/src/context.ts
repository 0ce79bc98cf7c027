import { ApiError, createMissingError } from './api-error.ts'
import type { ObjectKind, ObjectsByKind, SandboxCatalogue } from './objects.ts'
import type { Store } from './store.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface SandboxContext {
  store: Store
  secretKey: string
  webhookSecret: string
  /** The URL to which events are sent; null for none, in which case events can only be listed. */
  webhookUrl: string | null
  /** The base URL of the sandbox, without a final slash. The API is below `/v1`; the pages are beside it. */
  url: string
  /** The origin of the shop that uses the sandbox. */
  siteUrl: string
  /** The URL to which the page of an expired session links. */
  cartUrl: string
  traderName: string
  catalogue: () => Promise<SandboxCatalogue>
  fetch: typeof fetch
  /** Returns the current time in ms since 1970. */
  now: () => number
  settleAfterMs: number
  log: Record<'error' | 'warn', (details: object, message: string) => void>
  notify: (type: string, object: object) => void
}

/** The seconds of a day. Times in the provider's objects are in seconds. */
export const secondsPerDay = 24 * 60 * 60

/** Returns the current time in seconds since 1970, the unit of the provider's objects. */
export function getCurrentSeconds(context: SandboxContext): number {
  return Math.floor(context.now() / 1000)
}

export function createObjectBase(
  context: SandboxContext,
  id: string,
): { id: string; created: number; livemode: false } {
  return { id, created: getCurrentSeconds(context), livemode: false }
}

/** Stores an object; given the type of an event, also sends an event about it. */
export function saveObject<T extends ObjectsByKind[StoredKind]>(
  context: SandboxContext,
  one: T,
  event?: string,
): T {
  context.store.put(one.object, one.id, one)
  if (event !== undefined) context.notify(event, one)
  return one
}

type StoredKind = Exclude<ObjectKind, 'card' | 'portal' | 'session' | 'settled'>

export function createObject<
  K extends StoredKind,
  T extends Omit<ObjectsByKind[K], 'created' | 'id' | 'livemode' | 'object'>,
>(
  context: SandboxContext,
  object: K,
  id: string,
  rest: T,
): T & { id: string; object: K; created: number; livemode: false } {
  const made = { ...createObjectBase(context, id), object, ...rest }
  context.store.put(object, id, made)
  return made
}

/** Returns a stored object; null when it does not exist or has been deleted. */
export function findObject<K extends ObjectKind>(
  context: SandboxContext,
  kind: K,
  id: string | null | undefined,
): ObjectsByKind[K] | null {
  const found = context.store.get(kind, id ?? '')
  return found === null || 'deleted' in found ? null : found
}

/**
 * Returns a stored object.
 * @throws ApiError when it does not exist; `param` is the name of the parameter that has the id, if any
 */
export function getObject<K extends ObjectKind>(
  context: SandboxContext,
  kind: K,
  id: string,
  param?: string,
): ObjectsByKind[K] {
  const found = findObject(context, kind, id)
  if (found === null) throw createMissingError(kind, id, param)
  return found
}

export function assertIdIsFree(
  context: SandboxContext,
  kind: 'coupon' | 'product',
  id: string,
): void {
  if (findObject(context, kind, id) === null) return
  const name = kind === 'coupon' ? 'Coupon' : 'Product'
  const details = { code: 'resource_already_exists', param: 'id' }
  throw new ApiError(400, `${name} already exists.`, details)
}

const idCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a random id in the provider's format, such as `pi_3kTq…`. */
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
