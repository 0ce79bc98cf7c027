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

export interface StoredCart {
  items: Cart
  /** Increased by every change. A response to a request from an older version is ignored. */
  version: number
  /** True while the server has not stored this version. */
  dirty: boolean
  /** The id of the account that owns the cart; null for a guest's cart. */
  owner: string | null
  /** Ids of guest carts that were cleared or merged into an account, until their rows on the server are emptied. */
  emptied: string[]
  /** Ids of the last changes, by which a tab detects that another tab has overwritten its change. */
  changes: string[]
}

export type CartChange =
  | { kind: 'add'; product: CartProduct; quantity: number }
  | { kind: 'set'; productId: string; quantity: number }
  | { kind: 'remove'; productId: string }
  | { kind: 'clear'; guestCartId: string | null }
  | { kind: 'refresh'; products: CartProduct[] }
  | { kind: 'bought'; lines: StoredLine[] }
  /** The server's cart, requested when the local cart had `version`. It is ignored when the local cart has changed since. */
  | { kind: 'load'; items: Cart; version: number }
  /** The user has signed in: the cart of the guest and `items`, the cart of the account, are merged. */
  | { kind: 'adopt'; owner: string; items: Cart; guestCartId: string | null }
  | { kind: 'forget' }
  | { kind: 'stored'; version: number }
  /** Marks the local cart to be sent to the server although it has not changed. */
  | { kind: 'migrate' }
  | { kind: 'row emptied'; guestCartId: string }

/** The number of changes whose ids are stored. A message about an older change is ignored. */
export const maxStoredChanges = 64

export const emptyStoredCart: StoredCart = {
  items: [],
  version: 0,
  dirty: false,
  owner: null,
  emptied: [],
  changes: [],
}

/** Returns the record after the change, or the same object when the change does not apply. */
export function applyChange(record: StoredCart, change: CartChange, id: string): StoredCart {
  const next = applyToRecord(record, change)
  if (next === record) return record
  return {
    ...next,
    version: record.version + 1,
    changes: [...record.changes, id].slice(-maxStoredChanges),
  }
}

function applyToRecord(record: StoredCart, change: CartChange): StoredCart {
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
      return { ...record, items: refreshProducts(record.items, change.products) }
    case 'clear':
      return {
        ...withItems(record, []),
        dirty: record.owner !== null,
        emptied: addEmptied(record, change),
      }
    case 'load':
      return record.version === change.version && !record.dirty
        ? { ...record, items: change.items }
        : record
    case 'adopt':
      return mergeAccountCart(record, change)
    case 'forget':
      return { ...emptyStoredCart, emptied: record.emptied, changes: record.changes }
    case 'stored':
      return record.version === change.version ? { ...record, dirty: false } : record
    case 'migrate':
      return { ...record, dirty: true }
    case 'row emptied':
      return { ...record, emptied: record.emptied.filter((row) => row !== change.guestCartId) }
  }
}

function withItems(record: StoredCart, items: Cart): StoredCart {
  return { ...record, items, dirty: true }
}

/** Merges only the cart of a guest. A cart that another account has left in this browser is not merged. */
function mergeAccountCart(record: StoredCart, change: CartChange & { kind: 'adopt' }): StoredCart {
  if (record.owner === change.owner) return record
  const guestItems = record.owner === null ? record.items : []
  const items = mergeCarts(guestItems, change.items)
  return {
    ...record,
    items,
    owner: change.owner,
    dirty: items.length > 0,
    emptied: addEmptied(record, change),
  }
}

function addEmptied(record: StoredCart, { guestCartId }: { guestCartId: string | null }): string[] {
  return guestCartId === null ? record.emptied : [...record.emptied, guestCartId]
}

function refreshProducts(items: Cart, products: CartProduct[]): Cart {
  const byId = new Map(products.map((product) => [product.id, product]))
  return items.map((item) => {
    const product = byId.get(item.product.id)
    return product === undefined ? item : { ...toItem(product), quantity: item.quantity }
  })
}

function toItem(product: CartProduct): { product: CartProduct; priceId?: string } {
  const item = { product: toCartProduct(product) }
  return product.priceId === null ? item : { ...item, priceId: product.priceId }
}

/** Parses the stored cart, which may contain anything. A bare list is parsed as the unsent cart of a guest. */
export function parseStoredCart(text: string | null): StoredCart {
  const value = parseJson(text)
  if (Array.isArray(value)) return { ...emptyStoredCart, items: parseCart(value), dirty: true }
  if (typeof value !== 'object' || value === null) return emptyStoredCart
  const fields = value as Partial<Record<keyof StoredCart, unknown>>
  return {
    items: parseCart(fields.items),
    version: Number.isSafeInteger(fields.version) ? (fields.version as number) : 0,
    dirty: fields.dirty === true,
    owner: typeof fields.owner === 'string' ? fields.owner : null,
    emptied: parseStrings(fields.emptied),
    changes: parseStrings(fields.changes),
  }
}

function parseStrings(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string').slice(-maxStoredChanges)
    : []
}
