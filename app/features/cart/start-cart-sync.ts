import { isUuid } from '../../../domain/uuid.ts'
import { readSession } from '../account/session.ts'
import { logFailure } from '../browser-log.ts'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'
import { changeCart, readRecord } from './cart-store.ts'
import { createCartSync } from './cart-sync.ts'
import type { CartSync } from './cart-sync.ts'
import { loadGuestCart, storeGuestCart } from './guest-cart-api.ts'
import { loadProducts } from './load-products.ts'

/** The sync on this browser's storage, clock and locks. What serves only accounts is loaded for those. */
export function startCartSync(): CartSync {
  return createCartSync({
    read: readRecord,
    change: changeCart,
    guestCartId: {
      read: readGuestCartId,
      issue: issueGuestCartId,
      drop: () => localStore.remove(storageKeys.guestCartId),
    },
    restored: {
      read: () => localStore.get(storageKeys.restoredCart),
      drop: () => localStore.remove(storageKeys.restoredCart),
    },
    userId: () => readSession().user?.id ?? null,
    loadGuest: loadGuestCart,
    storeGuest: storeGuestCart,
    loadAccount: async (userId) => (await accountApi()).loadAccountCart(userId),
    storeAccount: async (userId, lines) => {
      const email = readSession().user?.email ?? ''
      return (await accountApi()).storeAccountCart(userId, email, lines, Date.now())
    },
    loadProducts,
    alone,
    later: (work, delay) => {
      const timer = setTimeout(work, delay)
      return () => clearTimeout(timer)
    },
    log: logFailure,
  })
}

function accountApi() {
  return import('./account-cart-api.ts')
}

function readGuestCartId(): string | null {
  const id = localStore.get(storageKeys.guestCartId)
  return id !== null && isUuid(id) ? id.toLowerCase() : null
}

function issueGuestCartId(): string {
  const id = randomUuid(crypto.getRandomValues(new Uint8Array(16)))
  localStore.set(storageKeys.guestCartId, id)
  return id
}

/** A version 4 UUID of 16 random bytes; crypto.randomUUID is missing on pages without TLS. */
export function randomUuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-')
}

/** One tab at a time where the browser has locks; they are missing on pages without TLS. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('shop-cart', work)
}
