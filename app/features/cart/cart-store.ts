import { useSyncExternalStore } from 'react'
import { addProduct, countPieces, calculateSubtotal, toCartProduct } from '../../../domain/cart.ts'
import type { AddResult, Cart, CartProduct } from '../../../domain/cart.ts'
import { onSignedOut } from '../account/session.ts'
import { createListeners } from '../../ui/listeners.ts'
import { logWarning } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { applyChange, emptyRecord, parseRecord, rememberedChanges } from './cart-changes.ts'
import type { CartChange, CartRecord } from './cart-changes.ts'

export interface CartState {
  items: Cart
  /** Pieces. */
  count: number
  /** Pence. */
  subtotal: number
  /** The id of the chosen delivery method, which may no longer exist. */
  chosen: string | null
}

interface Message {
  id: string
  change: CartChange
  version: number
}

const unknown = createCartState(emptyRecord.items, null)
const changes = createListeners()
export const emitCartChange = changes.notify
let kept: { text: string | null; chosen: string | null; state: CartState } | null = null
let channel: BroadcastChannel | null = null

onSignedOut(() => changeCart({ kind: 'forget' }))

/** Adds one piece. A product without an id is ignored; a missing price id only logs a warning. */
export function addToCart(product: CartProduct, quantity: number): AddResult['outcome'] {
  const { outcome } = addProduct(readRecord().items, product, quantity)
  if (outcome === 'added without a price id') logWarning(`Cart: ${product.name} has no price id`)
  if (outcome !== 'ignored') changeCart({ kind: 'add', product: toCartProduct(product), quantity })
  return outcome
}

export function useCart(): CartState {
  return useSyncExternalStore(subscribe, readCart, () => unknown)
}

export function readCart(): CartState {
  const text = localStore.get('cart')
  const chosen = localStore.get('delivery_method')
  if (kept?.text !== text || kept.chosen !== chosen)
    kept = {
      text,
      chosen,
      state: createCartState(parseRecord(text).items, chosen),
    }
  return kept.state
}

export function readRecord(): CartRecord {
  return parseRecord(localStore.get('cart'))
}

/** Applies a change to what is stored now, and tells this tab and the others. Returns the record after it. */
export function changeCart(change: CartChange): CartRecord {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const record = write(change, id)
  openChannel()?.postMessage({ id, change, version: record.version } satisfies Message)
  changes.notify()
  return record
}

export function subscribe(listener: () => void): () => void {
  listen()
  return changes.subscribe(listener)
}

function write(change: CartChange, id: string): CartRecord {
  const before = readRecord()
  const record = applyChange(before, change, id)
  if (record !== before) localStore.set('cart', JSON.stringify(record))
  return record
}

/** Safe to call repeatedly: adding the same listener again has no effect. */
function listen(): void {
  window.addEventListener('storage', changes.notify)
  window.addEventListener('pageshow', changes.notify)
  openChannel()?.addEventListener('message', onMessage)
}

/**
 * Two tabs that change the cart at the same moment overwrite each other's record. Each tab broadcasts its changes,
 * and a change that is missing from the record is applied again; ids prevent applying it twice.
 */
function onMessage({ data: { id, change, version } }: MessageEvent<Message>): void {
  const record = readRecord()
  const isNews = !record.changes.includes(id) && record.version - version < rememberedChanges
  if (isNews) write(change, id)
  changes.notify()
}

function openChannel(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel !== 'undefined')
    channel = new BroadcastChannel('shop-cart')
  return channel
}

export function createCartState(items: Cart, chosen: string | null): CartState {
  return {
    items,
    count: countPieces(items),
    subtotal: calculateSubtotal(items),
    chosen,
  }
}
