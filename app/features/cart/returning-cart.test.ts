import { beforeEach, expect, test } from 'vitest'
import { emitAuthEvent, clearShopperData } from '../account/session.ts'
import { localStore } from '../browser/storage.ts'
import { makeAddChange, makeItem } from './cart.fixtures.ts'
import { changeCart, readCart, readStoredCart } from './cart-store.ts'
import { storeCheckout } from './checkout-memory.ts'
import { discountCodeField } from './discount.ts'
import './returning-cart.ts'

const gift = '{"to":"Sam","from":"Alex","note":"Happy birthday"}'
const filledIn = {
  delivery_method: 'priority',
  discount_code: 'FIVER5',
  discount_typed: 'GOODNOW10',
  gift_note: gift,
} as const
const keys = ['delivery_method', 'discount_code', 'discount_typed', 'gift_note'] as const

const inCart = () => readCart().items.map(({ product, quantity }) => `${quantity} ${product.id}`)
const stored = () => Object.fromEntries(keys.map((key) => [key, localStore.get(key)]))
const noTexts = Object.fromEntries(keys.map((key) => [key, null]))

function signIn(id: string): void {
  localStore.set('shop-session', JSON.stringify({ user: { id } }))
  emitAuthEvent()
}

function endSession(): void {
  localStore.remove('shop-session')
  emitAuthEvent()
}

/** Signs in as an account with a stored cart, and fills in everything at the cart. */
function shopAs(owner: string): void {
  signIn(owner)
  changeCart({ kind: 'adopt', owner, items: [makeItem('a', 2)], guestCartId: null })
  changeCart({ kind: 'stored', version: readStoredCart().version })
  for (const key of keys) localStore.set(key, filledIn[key])
}

beforeEach(() => {
  localStore.remove('shop-session')
  clearShopperData()
  return () => {
    discountCodeField.current = null
    localStore.remove('shop-session')
    clearShopperData()
  }
})

test('the end of a session hides what was filled in at the cart, and the next sign-in of the same account restores it', () => {
  shopAs('marsha')
  endSession()
  expect(stored()).toEqual(noTexts)
  expect(inCart()).toEqual([])
  // Other events of supabase-js, and a second one for the same end of the session, must change nothing.
  endSession()
  signIn('marsha')
  expect(stored()).toEqual(filledIn)
  expect(localStore.get('returning_cart')).toBeNull()
})

test('restores a code that was typed but not stored when the account signs in again', () => {
  shopAs('marsha')
  discountCodeField.current = { value: 'SILENT2', focus: () => undefined }
  endSession()
  expect(discountCodeField.current.value).toBe('')
  signIn('marsha')
  expect(localStore.get('discount_typed')).toBe('SILENT2')
  expect(discountCodeField.current.value).toBe('SILENT2')
})

test.each([
  ['after the session of the first account has ended', true],
  ['while the first account is signed in', false],
])('another account that signs in %s does not see the first account’s cart', (_, isEnded) => {
  shopAs('marsha')
  changeCart(makeAddChange('b'))
  if (isEnded) endSession()
  signIn('dolly')
  expect(stored()).toEqual(noTexts)
  expect(inCart()).toEqual([])
  expect(localStore.get('returning_cart')).toBeNull()
  endSession()
  signIn('marsha')
  expect(stored()).toEqual(noTexts)
})

test('a sign-out removes the stored cart of an ended session from the device', () => {
  shopAs('marsha')
  endSession()
  clearShopperData()
  signIn('marsha')
  expect(stored()).toEqual(noTexts)
})

test('the next sign-in of the account does not overwrite what was filled in after its session ended', () => {
  shopAs('marsha')
  endSession()
  localStore.set('discount_typed', 'NEWER2')
  localStore.set('gift_note', '{"to":"Kim"}')
  signIn('marsha')
  expect(stored()).toEqual({
    delivery_method: 'priority',
    discount_code: null,
    discount_typed: 'NEWER2',
    gift_note: '{"to":"Kim"}',
  })
})

test('restores lines that the server has not stored, and keeps those that were added since', () => {
  shopAs('marsha')
  changeCart(makeAddChange('b'))
  endSession()
  expect(inCart()).toEqual([])
  changeCart(makeAddChange('c'))
  signIn('marsha')
  expect(inCart()).toEqual(['1 c', '2 a', '1 b'])
  expect(readStoredCart()).toMatchObject({ owner: 'marsha', dirty: true })
})

test('the emptying of a cart that the server has not stored is sent after the next sign-in', () => {
  shopAs('marsha')
  changeCart({ kind: 'clear', guestCartId: null })
  endSession()
  signIn('marsha')
  expect(readStoredCart()).toMatchObject({ owner: 'marsha', dirty: true, items: [] })
})

test('a guest’s cart stays when the client finds no session', () => {
  changeCart(makeAddChange('a'))
  localStore.set('gift_note', gift)
  endSession()
  expect(inCart()).toEqual(['1 a'])
  expect(localStore.get('gift_note')).toBe(gift)
})

test('a payment that was started before the session ended removes no lines from the cart that the server has stored', () => {
  shopAs('marsha')
  storeCheckout('cs_1', readCart().items, 'FIVER5')
  endSession()
  signIn('marsha')
  expect(localStore.get('checkout_session_id')).toBe('cs_1')
  expect(JSON.parse(localStore.get('cart_backup') ?? '')).toEqual({
    sessionId: 'cs_1',
    items: [],
    code: 'FIVER5',
  })
})
