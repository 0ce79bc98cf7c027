import { beforeEach, expect, test } from 'vitest'
import { localStore } from '../browser/storage.ts'
import { makeAddChange, makeItem } from './cart.fixtures.ts'
import { changeCart, readCart, readStoredCart } from './cart-store.ts'
import {
  removeBoughtLines,
  removeLinesFromSavedCheckout,
  storeCheckout,
} from './checkout-memory.ts'

const inCart = () => readCart().items.map(({ product, quantity }) => `${quantity} ${product.id}`)

beforeEach(() => {
  localStore.remove('cart')
  changeCart(makeAddChange('a', 2))
  changeCart(makeAddChange('b'))
  storeCheckout('cs_1', readCart().items)
})

test('bought lines leave the cart, and lines that were added meanwhile stay', () => {
  changeCart(makeAddChange('a'))
  changeCart(makeAddChange('c'))
  removeBoughtLines('cs_1')
  expect(inCart()).toEqual(['1 a', '1 c'])
  changeCart(makeAddChange('b'))
  removeBoughtLines('cs_1')
  expect(inCart()).toEqual(['1 a', '1 c', '1 b'])
})

test.each([
  ['all lines', [], ['1 a', '1 b']],
  ['some lines', [makeItem('a', 1)], ['1 a', '1 b']],
])(
  'a line that the server removed (%s) and that was added again stays in the cart',
  (_, items, expected) => {
    const { version } = changeCart({ kind: 'stored', version: readStoredCart().version })
    const before = readCart().items
    removeLinesFromSavedCheckout(before, changeCart({ kind: 'load', items, version }).items)
    changeCart(makeAddChange('a'))
    changeCart(makeAddChange('b'))
    removeBoughtLines('cs_1')
    expect(inCart()).toEqual(expected)
  },
)

test('a line that was added before the server removed the bought ones stays in the cart', () => {
  const { items: before } = changeCart(makeAddChange('a'))
  const { version } = changeCart({ kind: 'stored', version: readStoredCart().version })
  removeLinesFromSavedCheckout(
    before,
    changeCart({ kind: 'load', items: [makeItem('a', 1)], version }).items,
  )
  removeBoughtLines('cs_1')
  expect(inCart()).toEqual(['1 a'])
})

test('another payment removes nothing from the cart', () => {
  removeBoughtLines('cs_2')
  expect(inCart()).toEqual(['2 a', '1 b'])
})
