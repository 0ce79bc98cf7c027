import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cart, type CartItem, countPieces, calculateSubtotal } from './cart.ts'
import {
  blocksCheckout,
  getCartLineStatus,
  type CartLineStatus,
  getPayableLines,
} from './cart-line-status.ts'

const item = (id: number, price: number | null, quantity: number): CartItem => ({
  product: {
    id: `p${id}`,
    slug: `p${id}`,
    name: `Product ${id}`,
    category: 'hot-sauce',
    image: null,
    tint: 'mint',
    price,
    priceId: 'price_1',
    net: null,
    pack: null,
    interval: null,
  },
  quantity,
})

const productNow = fc.option(
  fc.record({
    price: fc.option(fc.integer({ min: 0, max: 9999 })),
    priceId: fc.constant('price_1'),
    isSoldOut: fc.boolean(),
    isComingSoon: fc.boolean(),
    stock: fc.option(fc.integer({ min: 0, max: 120 })),
  }),
)

const line = fc.record({
  price: fc.option(fc.integer({ min: 0, max: 9999 })),
  quantity: fc.integer({ min: 1, max: 99 }),
  now: productNow,
  isKnown: fc.boolean(),
})

test('the subtotal counts each line that can be bought up to its stock, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const cart: Cart = lines.map(({ price, quantity }, id) => item(id, price, quantity))
      const states = new Map<string, CartLineStatus>()
      for (const [id, { now, isKnown }] of lines.entries())
        if (isKnown) states.set(`p${id}`, getCartLineStatus(cart[id]!, now))
      const payable = getPayableLines(cart, states)
      let [sum, pieces] = [0, 0]
      for (const { price, quantity, now, isKnown } of lines) {
        const isThere = now !== null && !now.isSoldOut && !now.isComingSoon && Boolean(now.price)
        const bought = !isKnown ? quantity : isThere ? Math.min(quantity, now.stock ?? quantity) : 0
        sum += (price ?? 0) * bought
        pieces += bought
      }
      expect([calculateSubtotal(payable), countPieces(payable)]).toEqual([sum, pieces])
      const isBlocked = [...states.values()].some(blocksCheckout)
      expect(countPieces(payable) < countPieces(cart)).toBe(isBlocked)
    }),
  )
})
