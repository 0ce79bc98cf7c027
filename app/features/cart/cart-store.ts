import { useSyncExternalStore } from 'react'
import { addProduct, countPieces, calculateSubtotal, toCartProduct } from '../../../domain/cart.ts'
import type { AddProductResult, Cart, CartProduct } from '../../../domain/cart.ts'
import { onSignedOut } from '../account/session.ts'
import { logWarning } from '../browser/browser-log.ts'
import { createStorageListeners, localStore } from '../browser/storage.ts'
import { applyChange, emptyStoredCart, parseStoredCart, maxStoredChanges } from './cart-changes.ts'
import type { CartChange, StoredCart } from './cart-changes.ts'

export interface CartState {
  items: Cart
  /** The number of pieces. */
  count: number
  /** In pence. */
  subtotal: number
  /** The id of the chosen delivery method, which may no longer exist. */
  deliveryMethodId: string | null
}

interface Message {
  id: string
  change: CartChange
  version: number
}

const emptyState = createCartState(emptyStoredCart.items, null)
const listeners = createStorageListeners()
export const emitCartChange = listeners.emit
let cached: { text: string | null; deliveryMethodId: string | null; state: CartState } | null = null
let channel: BroadcastChannel | null = null

onSignedOut(() => changeCart({ kind: 'forget' }))

/** Adds `quantity` pieces. A product without an id is ignored; a missing price id only logs a warning. */
export function addToCart(product: CartProduct, quantity: number): AddProductResult['outcome'] {
  const { outcome } = addProduct(readStoredCart().items, product, quantity)
  if (outcome === 'added without a price id') logWarning(`Cart: ${product.name} has no price id`)
  if (outcome !== 'ignored') changeCart({ kind: 'add', product: toCartProduct(product), quantity })
  return outcome
}

export function useCart(): CartState {
  return useSyncExternalStore(subscribeToCart, readCart, () => emptyState)
}

export function readCart(): CartState {
  const text = localStore.get('cart')
  const deliveryMethodId = localStore.get('delivery_method')
  if (cached?.text !== text || cached.deliveryMethodId !== deliveryMethodId)
    cached = {
      text,
      deliveryMethodId,
      state: createCartState(parseStoredCart(text).items, deliveryMethodId),
    }
  return cached.state
}

export function readStoredCart(): StoredCart {
  return parseStoredCart(localStore.get('cart'))
}

/** Applies a change to the stored cart and notifies this tab and the others. Returns the record after the change. */
export function changeCart(change: CartChange): StoredCart {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const record = write(change, id)
  openChannel()?.postMessage({ id, change, version: record.version } satisfies Message)
  listeners.emit()
  return record
}

export function subscribeToCart(listener: () => void): () => void {
  // Adding the same event listener again has no effect.
  openChannel()?.addEventListener('message', onMessage)
  return listeners.subscribe(listener)
}

function write(change: CartChange, id: string): StoredCart {
  const before = readStoredCart()
  const record = applyChange(before, change, id)
  if (record !== before) localStore.set('cart', JSON.stringify(record))
  return record
}

/**
 * Two tabs that change the cart at the same moment overwrite each other's record. So each tab broadcasts its changes, and a change
 * that is missing from the record is applied again; its id prevents applying it twice.
 */
function onMessage({ data: { id, change, version } }: MessageEvent<Message>): void {
  const record = readStoredCart()
  const isMissing = !record.changes.includes(id) && record.version - version < maxStoredChanges
  if (isMissing) write(change, id)
  listeners.emit()
}

/** Returns null in a browser that blocks storage, because Firefox refuses the channel as well. */
function openChannel(): BroadcastChannel | null {
  try {
    channel ??= new BroadcastChannel('shop-cart')
  } catch {
    return null
  }
  return channel
}

export function createCartState(items: Cart, deliveryMethodId: string | null): CartState {
  return {
    items,
    count: countPieces(items),
    subtotal: calculateSubtotal(items),
    deliveryMethodId,
  }
}
