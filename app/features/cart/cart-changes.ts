import {
  addProduct,
  mergeCarts,
  removeLine,
  setLineQuantity,
  subtractLines,
  toCartProduct,
} from '../../../domain/cart.ts'
import type { Cart, CartProduct, StoredLine } from '../../../domain/cart.ts'
import { parseCart } from '../../../domain/cart-parse.ts'
import { parseJson } from '../browser/json.ts'

export interface CartRecord {
  items: Cart
  /** Raised by every change; an answer that was asked for at an older version comes too late. */
  version: number
  /** The server has not got this version yet. */
  dirty: boolean
  /** The id of the account that owns the cart; null for a guest's cart. */
  owner: string | null
  /** Guest carts that were cleared or taken over; their rows on the server are still to be emptied. */
  emptied: string[]
  /** Ids of the last changes, by which tabs see whether a change of theirs was overwritten by another tab's. */
  changes: string[]
}

export type CartChange =
  | { kind: 'add'; product: CartProduct; quantity: number }
  | { kind: 'set'; productId: string; quantity: number }
  | { kind: 'remove'; productId: string }
  | { kind: 'clear'; guestCartId: string | null }
  | { kind: 'refresh'; products: CartProduct[] }
  | { kind: 'bought'; lines: StoredLine[] }
  /** The cart from the server, read when this browser was at `version`. */
  | { kind: 'load'; items: Cart; version: number }
  /** Signed in: a guest's cart and the account's become one. */
  | { kind: 'adopt'; owner: string; items: Cart; guestCartId: string | null }
  | { kind: 'forget' }
  | { kind: 'stored'; version: number }
  /** The local cart is to be sent to the server although nothing changed. */
  | { kind: 'migrate' }
  | { kind: 'row emptied'; guestCartId: string }

/** The number of changes that are remembered; a message about an older one is ignored. */
export const rememberedChanges = 64

export const emptyRecord: CartRecord = {
  items: [],
  version: 0,
  dirty: false,
  owner: null,
  emptied: [],
  changes: [],
}

/** The record after a change, or the same record when the change does not apply. */
export function applyChange(record: CartRecord, change: CartChange, id: string): CartRecord {
  const next = changed(record, change)
  if (next === record) return record
  return {
    ...next,
    version: record.version + 1,
    changes: [...record.changes, id].slice(-rememberedChanges),
  }
}

function changed(record: CartRecord, change: CartChange): CartRecord {
  switch (change.kind) {
    case 'add':
      return withItems(record, addProduct(record.items, change.product, change.quantity).cart)
    case 'set':
      return withItems(record, setLineQuantity(record.items, change.productId, change.quantity))
    case 'remove':
      return withItems(record, removeLine(record.items, change.productId))
    case 'bought':
      return withItems(record, subtractLines(record.items, change.lines))
    case 'refresh':
      return { ...record, items: refreshed(record.items, change.products) }
    case 'clear':
      return {
        ...withItems(record, []),
        dirty: record.owner !== null,
        emptied: toEmpty(record, change),
      }
    case 'load':
      return record.version === change.version && !record.dirty
        ? { ...record, items: change.items }
        : record
    case 'adopt':
      return adopted(record, change)
    case 'forget':
      return { ...emptyRecord, emptied: record.emptied, changes: record.changes }
    case 'stored':
      return record.version === change.version ? { ...record, dirty: false } : record
    case 'migrate':
      return { ...record, dirty: true }
    case 'row emptied':
      return { ...record, emptied: record.emptied.filter((row) => row !== change.guestCartId) }
  }
}

function withItems(record: CartRecord, items: Cart): CartRecord {
  return { ...record, items, dirty: true }
}

/** Only a guest's cart is merged: one that another account left behind stays that account's. */
function adopted(record: CartRecord, change: CartChange & { kind: 'adopt' }): CartRecord {
  if (record.owner === change.owner) return record
  const own = record.owner === null ? record.items : []
  const items = mergeCarts(own, change.items)
  return {
    ...record,
    items,
    owner: change.owner,
    dirty: items.length > 0,
    emptied: toEmpty(record, change),
  }
}

function toEmpty(record: CartRecord, { guestCartId }: { guestCartId: string | null }): string[] {
  return guestCartId === null ? record.emptied : [...record.emptied, guestCartId]
}

function refreshed(items: Cart, products: CartProduct[]): Cart {
  const byId = new Map(products.map((product) => [product.id, product]))
  return items.map((item) => {
    const product = byId.get(item.product.id)
    return product === undefined ? item : { ...setPrice(product), quantity: item.quantity }
  })
}

function setPrice(product: CartProduct): { product: CartProduct; priceId?: string } {
  const kept = { product: toCartProduct(product) }
  return product.priceId === null ? kept : { ...kept, priceId: product.priceId }
}

/** Reads what the browser has kept, where anybody may have written anything; a bare list is a guest's cart. */
export function parseRecord(text: string | null): CartRecord {
  const value = parseJson(text)
  if (Array.isArray(value)) return { ...emptyRecord, items: parseCart(value), dirty: true }
  if (typeof value !== 'object' || value === null) return emptyRecord
  const kept = value as Partial<Record<keyof CartRecord, unknown>>
  return {
    items: parseCart(kept.items),
    version: Number.isSafeInteger(kept.version) ? (kept.version as number) : 0,
    dirty: kept.dirty === true,
    owner: typeof kept.owner === 'string' ? kept.owner : null,
    emptied: texts(kept.emptied),
    changes: texts(kept.changes),
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string').slice(-rememberedChanges)
    : []
}
