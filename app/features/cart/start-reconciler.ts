import { readSession } from '../account/session.ts'
import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { showToast } from '../../ui/toasts.ts'
import { changeCart, readStoredCart } from './cart-store.ts'
import { removeLinesFromSavedCheckout } from './checkout-memory.ts'
import { issueGuestCartId, readGuestCartId } from './guest-cart-id.ts'
import { loadProducts } from './load-products.ts'
import { createReconciler, type Reconciler } from './reconcile.ts'
import {
  loadAccountCart,
  loadGuestCart,
  storeAccountCart,
  storeGuestCart,
  mergeSavedCart,
} from './server-carts.ts'

export function startReconciler(): Reconciler {
  return createReconciler({
    read: readStoredCart,
    change: (change) => {
      const { items } = readStoredCart()
      const record = changeCart(change)
      if (change.kind === 'load') removeLinesFromSavedCheckout(items, record.items)
      return record
    },
    guestCartId: {
      read: readGuestCartId,
      issue: issueGuestCartId,
      remove: () => localStore.remove('guest_cart_id'),
    },
    restored: {
      read: () => localStore.get('restored_cart'),
      remove: () => localStore.remove('restored_cart'),
    },
    userId: () => readSession().user?.id ?? null,
    loadGuest: loadGuestCart,
    storeGuest: storeGuestCart,
    loadAccount: loadAccountCart,
    async takeOverSaved(guestCartId) {
      const { pieces, wasTaken } = await mergeSavedCart(guestCartId)
      if (pieces > 0)
        showToast({
          title: 'Your cart is here',
          text: 'What you saved under your email address is in it. Have a look before you pay.',
          kind: 'note',
        })
      return { wasTaken }
    },
    storeAccount: (id, lines) =>
      storeAccountCart({ id, email: readSession().user?.email ?? '' }, lines, Date.now()),
    loadProducts,
    withLock: withCartLock,
    startTimer: (work, delay) => {
      const timer = setTimeout(work, delay)
      return () => clearTimeout(timer)
    },
    log: logFailure,
  })
}

/**
 * Runs `work` in one tab at a time. Without the Web Locks API, which is missing on pages without TLS and refused when storage is
 * blocked, it runs without a lock.
 */
export async function withCartLock(work: () => Promise<void>): Promise<void> {
  let isStarted = false
  const start = () => {
    isStarted = true
    return work()
  }
  try {
    await navigator.locks.request('shop-cart', start)
  } catch (cause) {
    if (isStarted) throw cause
    await work()
  }
}
