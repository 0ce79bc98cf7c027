import { afterEach, expect, test } from 'vitest'
import { clearShopperData } from '../account/session.ts'
import { localStore } from '../browser/storage.ts'
import {
  discountCodeField,
  storeGivenCode,
  prefillLinkedCode,
  readTypedOrStoredCode,
  readCurrentCode,
} from './discount.ts'

afterEach(() => {
  discountCodeField.current = null
  clearShopperData()
})

test('a linked code has priority over a stored one, which stays stored', () => {
  localStore.set('discount_code', 'FIVER5')
  storeGivenCode('TEN123456789')
  prefillLinkedCode('LINKED10')
  expect(readTypedOrStoredCode()).toBe('LINKED10')
  expect(localStore.get('discount_code')).toBe('FIVER5')
})

test.each([
  ['a typed code', () => localStore.set('discount_typed', 'FIVER5')],
  [
    'a code in the input',
    () => (discountCodeField.current = { value: 'FIVER5', focus: () => undefined }),
  ],
])('neither a given nor a linked code replaces %s', (_, begin) => {
  begin()
  storeGivenCode('TEN123456789')
  prefillLinkedCode('LINKED10')
  expect(readCurrentCode()).toBe('FIVER5')
  expect([null, 'FIVER5']).toContain(localStore.get('discount_code'))
  expect([null, 'FIVER5']).toContain(localStore.get('discount_typed'))
})

test('stores a given code when the cart has none', () => {
  storeGivenCode('TEN123456789')
  expect(localStore.get('discount_code')).toBe('TEN123456789')
})
