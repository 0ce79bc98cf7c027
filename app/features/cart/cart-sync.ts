import { cartListeners } from '../account/account-events.ts'
import { readSession, subscribeToSession } from '../account/session.ts'
import { loadModuleWithClient } from '../account/supabase.ts'
import { runAfterPaint } from '../browser/after-paint.ts'
import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { readStoredCart, subscribeToCart } from './cart-store.ts'
import type { Reconciler } from './reconcile.ts'

let reconciler: Promise<Reconciler> | null = null
loadModuleWithClient(() => import('./returning-cart.ts'))

/**
 * Starts synchronising the cart with the server. The reconciler is loaded only when there is something to synchronise, to save the
 * first visit a download. Returns a function that stops it.
 */
export function startCartSync(): () => void {
  const scheduleSync = () => runAfterPaint(() => void notifyReconciler((cart) => cart.changed()))
  const syncNow = () => void notifyReconciler((cart) => void cart.run())
  const syncWhenHidden = () => {
    if (document.visibilityState === 'hidden' && hasUnsentChanges()) syncNow()
  }
  const unsubscribers = [
    subscribeToCart(() => {
      if (hasUnsentChanges()) scheduleSync()
    }),
    subscribeToSession(scheduleSync),
    cartListeners.subscribe(() => void notifyReconciler((cart) => cart.changedElsewhere())),
  ]
  window.addEventListener('online', syncNow)
  document.addEventListener('visibilitychange', syncWhenHidden)
  if (needsSync()) syncNow()
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    window.removeEventListener('online', syncNow)
    document.removeEventListener('visibilitychange', syncWhenHidden)
  }
}

/** Resolves when the server has stored all changes, or the attempt has failed. Never throws. */
export async function sendCartChanges(): Promise<void> {
  if (hasUnsentChanges()) await notifyReconciler((cart) => cart.run())
}

/** Records on the server that a guest has tried to check out and was sent to sign in. Never throws. */
export function recordCheckoutStarted(): Promise<void> {
  return notifyReconciler((cart) => cart.checkoutStarted())
}

async function notifyReconciler(
  callback: (cart: Reconciler) => void | Promise<void>,
): Promise<void> {
  try {
    reconciler ??= import('./start-reconciler.ts').then((module) => module.startReconciler())
    await callback(await reconciler)
  } catch (cause) {
    reconciler = null
    logFailure('Cart: the reconciler could not be loaded', cause)
  }
}

function hasUnsentChanges(): boolean {
  const { dirty, emptied } = readStoredCart()
  return dirty || emptied.length > 0
}

function needsSync(): boolean {
  return (
    hasUnsentChanges() ||
    readStoredCart().items.length > 0 ||
    localStore.get('guest_cart_id') !== null ||
    readSession().user !== null
  )
}
