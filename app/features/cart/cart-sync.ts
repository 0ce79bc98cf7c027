import { cartListeners } from '../account/account-events.ts'
import { readSession, subscribeToSession } from '../account/session.ts'
import { loadWithClient } from '../account/supabase.ts'
import { afterPaint } from '../browser/after-paint.ts'
import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { readRecord, subscribe } from './cart-store.ts'
import type { Reconciler } from './reconcile.ts'

let sync: Promise<Reconciler> | null = null
loadWithClient(() => import('./returning-cart.ts'))

/**
 * Starts synchronising the cart with the server. The reconciler is loaded only when there is something to synchronise, to save the
 * first visit a download. Returns a function that stops it.
 */
export function startCartSync(): () => void {
  const soon = () => afterPaint(() => void notifyReconciler((cart) => cart.changed()))
  const now = () => void notifyReconciler((cart) => void cart.run())
  const whenHidden = () => {
    if (document.visibilityState === 'hidden' && hasNews()) now()
  }
  const ends = [
    subscribe(() => {
      if (hasNews()) soon()
    }),
    subscribeToSession(soon),
    cartListeners.subscribe(() => void notifyReconciler((cart) => cart.changedElsewhere())),
  ]
  window.addEventListener('online', now)
  document.addEventListener('visibilitychange', whenHidden)
  if (hasSomething()) now()
  return () => {
    for (const end of ends) end()
    window.removeEventListener('online', now)
    document.removeEventListener('visibilitychange', whenHidden)
  }
}

/** Resolves when the server has stored all changes, or the attempt has failed. Never throws. */
export async function flushCart(): Promise<void> {
  if (hasNews()) await notifyReconciler((cart) => cart.run())
}

/** Notes on the server that a guest has tried to check out and was sent to sign in. Never throws. */
export function noteCheckoutStarted(): Promise<void> {
  return notifyReconciler((cart) => cart.checkoutStarted())
}

async function notifyReconciler(say: (cart: Reconciler) => void | Promise<void>): Promise<void> {
  try {
    sync ??= import('./start-reconciler.ts').then((module) => module.startReconciler())
    await say(await sync)
  } catch (cause) {
    sync = null
    logFailure('Cart: what stores it could not be loaded', cause)
  }
}

function hasNews(): boolean {
  const { dirty, emptied } = readRecord()
  return dirty || emptied.length > 0
}

function hasSomething(): boolean {
  return (
    hasNews() ||
    readRecord().items.length > 0 ||
    localStore.get('guest_cart_id') !== null ||
    readSession().user !== null
  )
}
