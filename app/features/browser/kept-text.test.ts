import { expect, test } from 'vitest'
import { createStore } from './kept-text.ts'

test('a browser that blocks storage keeps everything in memory', () => {
  const store = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  store.set('cart', '[]')
  expect(store.get('cart')).toBe('[]')
  store.remove('cart')
  expect(store.get('cart')).toBeNull()
})

test('a full storage keeps the newest value in memory and the older one is not read', () => {
  const kept = new Map([['cart', 'old']])
  const full = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
  const store = createStore(() => full)
  store.set('cart', 'new')
  expect(store.get('cart')).toBe('new')
})
