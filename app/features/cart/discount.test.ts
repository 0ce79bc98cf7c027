import { afterEach, expect, test } from 'vitest'
import { clearShopperData } from '../account/session.ts'
import { localStore } from '../browser/storage.ts'
import { codeField, storeGivenCode, prefillLinkedCode, readCurrentCode } from './discount.ts'

afterEach(() => {
  codeField.current = null
  clearShopperData()
})

test.each([
  ['one that is kept', () => localStore.set('discount_code', 'FIVER5')],
  ['one that is typed', () => localStore.set('discount_typed', 'FIVER5')],
  ['one in the field', () => (codeField.current = { value: 'FIVER5', focus: () => undefined })],
])('neither a given nor a linked code replaces %s', (_, begin) => {
  begin()
  storeGivenCode('TEN123456789')
  prefillLinkedCode('LINKED10')
  expect(readCurrentCode()).toBe('FIVER5')
  expect([null, 'FIVER5']).toContain(localStore.get('discount_code'))
  expect([null, 'FIVER5']).toContain(localStore.get('discount_typed'))
})

test('a given code is kept for the cart where there is none', () => {
  storeGivenCode('TEN123456789')
  expect(localStore.get('discount_code')).toBe('TEN123456789')
})
