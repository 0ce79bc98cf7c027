import { addProduct, isQuantity, maxLines } from './cart.ts'
import type { Cart, CartProduct } from './cart.ts'
import { parseUrl } from './parse-url.ts'

/** The base URL for paths. A parsed path has this origin, which shows that it is on the shop's own site. */
const anySite = 'https://shop.invalid'

/** Parses a cart from localStorage, which anybody can edit; drops invalid lines. */
export function parseCart(value: unknown): Cart {
  if (!Array.isArray(value)) return []
  return value.slice(0, maxLines).reduce<Cart>((cart, line) => {
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
  const id = text(value.id)
  if (id === null || id === '') return null
  return {
    id,
    slug: text(value.slug) ?? '',
    name: text(value.name) ?? 'Unnamed Product',
    category: text(value.category) ?? '',
    image: pictureAddress(value.image),
    tint: text(value.tint) ?? 'butter',
    price: isPence(value.price) ? value.price : null,
    priceId: text(value.priceId),
    net: parseNet(value.net),
    pack: text(value.pack),
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
function pictureAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const url = parseUrl(value, anySite)
  if (url === null) return null
  const isOurs = value.startsWith('/') && url.origin === anySite
  return isOurs || value.startsWith('https://') ? value : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 500 ? value : null
}

function isPence(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
