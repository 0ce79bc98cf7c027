import { addProduct, isQuantity, maxCartLines } from './cart.ts'
import type { Cart, CartProduct } from './cart.ts'
import { parseUrl } from './parse-url.ts'

/** The base URL for paths. A parsed path has this origin, which shows that it is on the shop's own site. */
const placeholderOrigin = 'https://shop.invalid'

/** Parses a cart from localStorage, which anybody can edit; drops invalid lines. */
export function parseCart(value: unknown): Cart {
  if (!Array.isArray(value)) return []
  return value.slice(0, maxCartLines).reduce<Cart>((cart, line) => {
    if (!isRecord(line)) return cart
    const product = parseProduct(line.product)
    const quantity = line.quantity ?? 1
    return product === null || !isQuantity(quantity)
      ? cart
      : addProduct(cart, product, quantity).cart
  }, [])
}

function parseProduct(value: unknown): CartProduct | null {
  if (!isRecord(value)) return null
  const id = parseText(value.id)
  if (id === null || id === '') return null
  return {
    id,
    slug: parseText(value.slug) ?? '',
    name: parseText(value.name) ?? 'Unnamed Product',
    category: parseText(value.category) ?? '',
    image: parsePictureUrl(value.image),
    tint: parseText(value.tint) ?? 'butter',
    price: isPence(value.price) ? value.price : null,
    priceId: parseText(value.priceId),
    net: parseNet(value.net),
    pack: parseText(value.pack),
    interval: parseInterval(value.interval),
  }
}

function parseNet(value: unknown): CartProduct['net'] {
  if (!isRecord(value) || typeof value.amount !== 'number') return null
  return value.unit === 'g' || value.unit === 'ml'
    ? { amount: value.amount, unit: value.unit }
    : null
}

function parseInterval(value: unknown): CartProduct['interval'] {
  if (!isRecord(value) || !isQuantity(value.count)) return null
  return value.unit === 'month' || value.unit === 'year'
    ? { unit: value.unit, count: value.count }
    : null
}

/**
 * Returns the URL of a picture that is the shop's own file or uses https; null for any other value, such as a `javascript:` URL.
 */
function parsePictureUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const url = parseUrl(value, placeholderOrigin)
  if (url === null) return null
  const isOwnPath = value.startsWith('/') && url.origin === placeholderOrigin
  return isOwnPath || value.startsWith('https://') ? value : null
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 500 ? value : null
}

function isPence(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
