import { readSession } from '../account/session.ts'
import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { storageKeys } from '../browser/storage-keys.ts'
import { changeCart, readRecord } from './cart-store.ts'
import { createReconciler } from './reconcile.ts'
import type { Reconciler } from './reconcile.ts'
import { loadGuestCart, storeGuestCart } from './server-carts.ts'
import { dropGuestCartId, issueGuestCartId, readGuestCartId } from './guest-cart-id.ts'
import { loadProducts } from './load-products.ts'

/** The sync on this browser's storage, clock and locks. What serves only accounts is loaded for those. */
export function startReconciler(): Reconciler {
  return createReconciler({
    read: readRecord,
    change: changeCart,
    guestCartId: {
      read: readGuestCartId,
      issue: issueGuestCartId,
      drop: dropGuestCartId,
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

/** One tab at a time where the browser has locks; they are missing on pages without TLS. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('shop-cart', work)
}
