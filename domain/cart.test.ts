import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addProduct,
  countPieces,
  isQuantity,
  isSuspiciousCart,
  maxCartLines,
  mergeCarts,
  removeLine,
  setLineQuantity,
  calculateSubtotal,
  subtractLines,
} from './cart.ts'
import type { Cart, CartProduct } from './cart.ts'
import { parseCart } from './cart-parse.ts'
import { parseStoredLines, toStoredLines } from './stored-lines.ts'

function makeProduct(changes: Partial<CartProduct> = {}): CartProduct {
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

function makeCart(...lines: [id: string, quantity: number][]): Cart {
  return lines.map(([id, quantity]) => ({
    product: makeProduct({ id }),
    quantity,
    priceId: 'price_sandbox_apple',
  }))
}

const carts = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 99 })),
    {
      selector: ([id]) => id,
    },
  )
  .map((lines) => makeCart(...lines))

describe('addProduct', () => {
  test('appends a new product to the cart with quantity 1', () => {
    const { cart, outcome } = addProduct(makeCart(['a', 2]), makeProduct({ id: 'b' }))
    expect(toStoredLines(cart)).toEqual([
      { product_id: 'a', quantity: 2 },
      { product_id: 'b', quantity: 1 },
    ])
    expect(outcome).toBe('added')
  })

  test('adding a product that is in the cart raises its quantity by 1 and updates its price', () => {
    const { cart } = addProduct(makeCart(['a', 2]), makeProduct({ price: 750 }))
    expect(cart).toHaveLength(1)
    expect(cart[0]).toMatchObject({ quantity: 3, product: { price: 750 } })
  })

  test('does not add a product without an id', () => {
    const cart = makeCart(['a', 1])
    expect(addProduct(cart, makeProduct({ id: '' }))).toEqual({ cart, outcome: 'ignored' })
  })

  test('adds a product without a price id and reports it', () => {
    const { cart, outcome } = addProduct([], makeProduct({ priceId: null }))
    expect(cart).toHaveLength(1)
    expect(outcome).toBe('added without a price id')
  })

  test('adding a product never raises its quantity above 99', () => {
    expect(addProduct(makeCart(['a', 99]), makeProduct()).cart[0]?.quantity).toBe(99)
  })

  test('does not add more lines than the server stores', () => {
    const full = makeCart(
      ...Array.from({ length: maxCartLines }, (_, i): [string, number] => [`p${i}`, 1]),
    )
    expect(addProduct(full, makeProduct({ id: 'one more' })).outcome).toBe('ignored')
  })
})

describe('quantities', () => {
  test.each([0, -1, -1e9])('setting the quantity to %d removes the line', (quantity) => {
    expect(setLineQuantity(makeCart(['a', 2], ['b', 1]), 'a', quantity)).toEqual(makeCart(['b', 1]))
  })

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'setting the quantity to %d changes nothing',
    (quantity) => {
      expect(setLineQuantity(makeCart(['a', 2]), 'a', quantity)).toEqual(makeCart(['a', 2]))
    },
  )

  test('setting a quantity above 99 sets 99', () => {
    expect(setLineQuantity(makeCart(['a', 2]), 'a', 1e9)).toEqual(makeCart(['a', 99]))
  })

  test.each([0, -1, 1.5, '2', Number.NaN, 1e9, 2 ** 53, null, []])(
    '%j is not a quantity',
    (value) => {
      expect(isQuantity(value)).toBe(false)
    },
  )

  test('removing a line leaves the other lines', () => {
    expect(removeLine(makeCart(['a', 2], ['b', 1]), 'b')).toEqual(makeCart(['a', 2]))
  })
})

describe('merging', () => {
  test('merging carts adds the quantities, up to 99', () => {
    expect(
      toStoredLines(mergeCarts(makeCart(['a', 60], ['b', 1]), makeCart(['a', 60], ['c', 2]))),
    ).toEqual([
      { product_id: 'a', quantity: 99 },
      { product_id: 'b', quantity: 1 },
      { product_id: 'c', quantity: 2 },
    ])
  })

  test('a merged cart has each product once with the capped sum of its quantities', () => {
    fc.assert(
      fc.property(carts, carts, (first, second) => {
        const merged = mergeCarts(first, second)
        const ids = merged.map((item) => item.product.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const item of merged) {
          const sum = [...first, ...second]
            .filter((line) => line.product.id === item.product.id)
            .reduce((total, line) => total + line.quantity, 0)
          expect(item.quantity).toBe(Math.min(99, sum))
        }
      }),
    )
  })

  test('subtracting a merged cart restores the first one unless a quantity was capped', () => {
    fc.assert(
      fc.property(carts, carts, (first, second) => {
        const merged = mergeCarts(first, second)
        fc.pre(countPieces(merged) === countPieces(first) + countPieces(second))
        expect(toStoredLines(subtractLines(merged, toStoredLines(second)))).toEqual(
          toStoredLines(first),
        )
      }),
    )
  })
})

describe('totals', () => {
  test('the subtotal is the price of all pieces in whole pence', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        expect(calculateSubtotal(cart)).toBe(700 * countPieces(cart))
      }),
    )
  })

  test('a line without a price and a line with a price of 0 add nothing to the subtotal', () => {
    const { cart } = addProduct(makeCart(['a', 1]), makeProduct({ id: 'b', price: null }))
    expect(calculateSubtotal(cart)).toBe(700)
    expect(calculateSubtotal(addProduct(cart, makeProduct({ id: 'c', price: 0 })).cart)).toBe(700)
  })

  test('a cart of more than 50 lines is suspicious', () => {
    expect(isSuspiciousCart(Array.from({ length: 50 }))).toBe(false)
    expect(isSuspiciousCart(Array.from({ length: 51 }))).toBe(true)
  })
})

describe('parsing', () => {
  test('parses a cart that was written to JSON back unchanged', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        expect(parseCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
        expect(parseStoredLines(JSON.parse(JSON.stringify(toStoredLines(cart))))).toEqual(
          toStoredLines(cart),
        )
      }),
    )
  })

  test('parses any JSON into lines with ids and whole quantities', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (value, list) => {
        for (const cart of [parseCart(value), parseCart(list)])
          for (const item of cart) {
            expect(item.product.id).not.toBe('')
            expect(isQuantity(item.quantity)).toBe(true)
          }
      }),
    )
  })

  test('drops lines without an id or without a valid quantity', () => {
    const [good] = makeCart(['a', 1])
    const bad = [
      null,
      1,
      {},
      { ...good, quantity: 1.5 },
      { ...good, quantity: '2' },
      { product: { id: '' }, quantity: 1 },
    ]
    expect(parseCart([...bad, good])).toEqual([good])
  })

  test('reads a missing quantity as 1', () => {
    expect(parseCart([{ product: makeProduct() }])[0]?.quantity).toBe(1)
  })

  test.each(['javascript:alert(1)', '//evil.example/a.svg', '/\\evil', 'data:image/svg+xml,'])(
    'does not use a picture from %s',
    (image) => {
      expect(
        parseCart([{ product: { ...makeProduct(), image }, quantity: 1 }])[0]?.product.image,
      ).toBeNull()
    },
  )

  test('merges two stored lines of the same product', () => {
    expect(parseCart([...makeCart(['a', 1]), ...makeCart(['a', 2])])).toEqual(makeCart(['a', 3]))
  })

  test('reads only valid lines from the server', () => {
    const line = { product_id: 'a', quantity: 3 }
    expect(
      parseStoredLines([line, { product_id: 'b' }, { product_id: 1, quantity: 1 }, 'x']),
    ).toEqual([line])
    expect(parseStoredLines(null)).toEqual([])
  })
})
