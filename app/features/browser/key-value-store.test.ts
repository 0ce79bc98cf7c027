import { expect, test } from 'vitest'
import { createKeyValueStore } from './key-value-store.ts'

test('keeps values in memory when the browser blocks storage', () => {
  const store = createKeyValueStore(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  store.set('cart', '[]')
  expect(store.get('cart')).toBe('[]')
  store.remove('cart')
  expect(store.get('cart')).toBeNull()
})

test('keeps the newest value in memory when the storage is full, and does not read the older one', () => {
  const entries = new Map([['cart', 'old']])
  const full = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key: string) => void entries.delete(key),
  } as unknown as Storage
  const store = createKeyValueStore(() => full)
  store.set('cart', 'new')
  expect(store.get('cart')).toBe('new')
})
