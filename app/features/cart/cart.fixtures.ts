import type { CartItem, CartProduct } from '../../../domain/cart.ts'
import type { CartChange } from './cart-changes.ts'

export function makeProduct(changes: Partial<CartProduct> = {}): CartProduct {
  return {
    id: 'a',
    slug: 'apple-terror-sauce',
    name: 'Apple Terror Sauce',
    category: 'hot-sauce',
    image: '/generated/stickers/apple-terror-sauce.svg',
    tint: 'mint',
    price: 700,
    priceId: 'price_sandbox_apple',
    net: { amount: 150, unit: 'ml' },
    pack: null,
    interval: null,
    ...changes,
  }
}

export function makeItem(id: string, quantity: number): CartItem {
  return { product: makeProduct({ id }), quantity, priceId: 'price_sandbox_apple' }
}

export function makeAddChange(id: string, quantity = 1): CartChange {
  return { kind: 'add', product: makeProduct({ id }), quantity }
}
