import { describe, expect, test } from 'vitest'
import { addProduct } from './cart.ts'
import type { Cart, CartProduct } from './cart.ts'
import { checkCheckout } from './checkout.ts'
import { standardDelivery } from './delivery.fixtures.ts'
import { blocksCheckout, getCartLineStatus } from './cart-line-status.ts'
import type { CurrentProduct } from './cart-line-status.ts'

function makeCart(changes: Partial<CartProduct> = {}): Cart {
  const product: CartProduct = {
    id: 'a',
    slug: 'apple',
    name: 'Apple Terror Sauce',
    category: 'hot-sauce',
    image: null,
    tint: 'mint',
    price: 700,
    priceId: 'price_sandbox_apple',
    net: null,
    pack: null,
    interval: null,
    ...changes,
  }
  return addProduct([], product, 2).cart
}

function refusal(input: Partial<Parameters<typeof checkCheckout>[0]>) {
  const check = checkCheckout({
    userId: 'u',
    cart: makeCart(),
    delivery: standardDelivery,
    ...input,
  })
  return check.ok ? null : [check.refusal.title, check.refusal.text]
}

describe('checkCheckout', () => {
  test('a valid cart gives a payload with pence for lines and pounds for delivery', () => {
    expect(checkCheckout({ userId: 'u', cart: makeCart(), delivery: standardDelivery })).toEqual({
      ok: true,
      payload: {
        user_id: 'u',
        cart_items: [
          {
            product_id: 'a',
            quantity: 2,
            product_name: 'Apple Terror Sauce',
            price: 700,
            stripe_price_id: 'price_sandbox_apple',
          },
        ],
        delivery_method: {
          id: 'standard',
          name: 'Standard',
          price: 3.29,
          stripe_id: 'shr_sandbox_standard',
        },
      },
    })
  })

  test('checkout asks a guest to sign in before anything else', () => {
    expect(refusal({ userId: null, cart: [], delivery: null })).toEqual([
      'Sign in required',
      'Please sign in to complete your purchase.',
    ])
  })

  test('checkout of an empty cart is refused before a delivery method is required', () => {
    expect(refusal({ cart: [], delivery: null })).toEqual([
      'Empty cart',
      'Your cart is empty. Add some items before checkout.',
    ])
  })

  test('checkout requires a delivery method before it checks the lines', () => {
    expect(refusal({ delivery: null, cart: makeCart({ priceId: null }) })).toEqual([
      'Delivery method required',
      'Please choose a delivery option before proceeding to checkout.',
    ])
  })

  test('checkout lists every line that cannot be sold', () => {
    const broken: Cart = [
      ...makeCart({ id: '' }),
      { product: { ...makeCart()[0]!.product, id: '' }, quantity: 1 },
      ...makeCart({ name: 'Ranch Dust', priceId: null }),
      ...makeCart({ name: 'Old Sauce', priceId: 'sku_1' }),
    ]
    expect(refusal({ cart: broken })).toEqual([
      'Checkout failed',
      'Invalid items in cart: Invalid product data, Ranch Dust - missing price information, Old Sauce - invalid price format',
    ])
  })

  test('checkout is refused when the delivery method lacks its Stripe id', () => {
    expect(refusal({ delivery: { ...standardDelivery, stripeId: null } })).toEqual([
      'Checkout failed',
      'Selected delivery method is missing Stripe configuration',
    ])
  })

  test('checkout accepts the price id of the line or of its product', () => {
    const [line] = makeCart()
    expect(refusal({ cart: [{ product: line!.product, quantity: 1 }] })).toBeNull()
    expect(
      refusal({ cart: [{ ...line!, product: { ...line!.product, priceId: null } }] }),
    ).toBeNull()
  })
})

describe('getCartLineStatus', () => {
  const now: CurrentProduct = {
    price: 700,
    priceId: 'price_sandbox_apple',
    isSoldOut: false,
    isComingSoon: false,
    stock: null,
  }
  const [line] = makeCart()

  test.each([
    [null, { kind: 'gone' }, true],
    [{ ...now, isSoldOut: true }, { kind: 'sold-out' }, true],
    [{ ...now, stock: 0 }, { kind: 'sold-out' }, true],
    [{ ...now, isComingSoon: true }, { kind: 'coming-soon' }, true],
    [{ ...now, price: null }, { kind: 'no-price' }, true],
    [{ ...now, stock: 1 }, { kind: 'too-many', left: 1 }, true],
    [{ ...now, price: 750 }, { kind: 'price-changed', was: 700, now: 750 }, false],
    [{ ...now, stock: 2 }, { kind: 'fine' }, false],
  ])('a cart line whose product is now %j has the status %j', (product, state, blocked) => {
    expect(getCartLineStatus(line!, product)).toEqual(state)
    expect(blocksCheckout(getCartLineStatus(line!, product))).toBe(blocked)
  })
})
