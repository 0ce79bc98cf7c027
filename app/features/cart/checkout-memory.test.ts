import { beforeEach, expect, test } from 'vitest'
import { localStore } from '../browser/storage.ts'
import { add, makeItem } from './cart.fixtures.ts'
import { changeCart, readCart, readRecord } from './cart-store.ts'
import { clearBought, narrowBackup, rememberCheckout } from './checkout-memory.ts'

const inCart = () => readCart().items.map(({ product, quantity }) => `${quantity} ${product.id}`)

beforeEach(() => {
  localStore.remove('cart')
  changeCart(add('a', 2))
  changeCart(add('b'))
  rememberCheckout('cs_1', readCart().items)
})

test('what was bought leaves the cart, and what was added meanwhile stays', () => {
  changeCart(add('a'))
  changeCart(add('c'))
  clearBought('cs_1')
  expect(inCart()).toEqual(['1 a', '1 c'])
  changeCart(add('b'))
  clearBought('cs_1')
  expect(inCart()).toEqual(['1 a', '1 c', '1 b'])
})

test.each([
  ['all', [], ['1 a', '1 b']],
  ['a part', [makeItem('a', 1)], ['1 a', '1 b']],
])('what the server has taken out, %s, and is added again stays', (_, items, stay) => {
  const { version } = changeCart({ kind: 'stored', version: readRecord().version })
  const before = readCart().items
  narrowBackup(before, changeCart({ kind: 'load', items, version }).items)
  changeCart(add('a'))
  changeCart(add('b'))
  clearBought('cs_1')
  expect(inCart()).toEqual(stay)
})

test('what was added before the server had taken out what was paid for stays as well', () => {
  const { items: before } = changeCart(add('a'))
  const { version } = changeCart({ kind: 'stored', version: readRecord().version })
  narrowBackup(before, changeCart({ kind: 'load', items: [makeItem('a', 1)], version }).items)
  clearBought('cs_1')
  expect(inCart()).toEqual(['1 a'])
})

test('another payment takes nothing out', () => {
  clearBought('cs_2')
  expect(inCart()).toEqual(['2 a', '1 b'])
})
