import { beforeEach, expect, test, vi } from 'vitest'

/** Values as the shop stored them on 28 November 2026. They must never be changed, because devices keep them for years. */
const stored = {
  cart: '{"items":[{"product":{"id":"a1b00000-0000-4000-8000-000000000001","slug":"nashville-chilli-crisp","name":"Nashville Chilli Crisp","category":"chilli-crisp","image":"/generated/stickers/nashville-chilli-crisp.svg","tint":"butter","price":850,"priceId":"price_sandbox_nashville_chilli_crisp","net":{"amount":190,"unit":"g"},"pack":null,"interval":null},"quantity":2,"priceId":"price_sandbox_nashville_chilli_crisp"}],"version":7,"dirty":true,"owner":null,"emptied":["0d6a7c1e-0000-4000-8000-0000000000aa"],"changes":["1-2"]}',
  delivery_method: 'priority',
  avoid: '["nuts","peanuts","vegan"]',
  gift_note: '{"to":"Sam","from":"Alex","note":"Happy birthday"}',
  guest_email: 'sam@example.com',
  discount_code: 'GOODNOW10',
  attempts: '{"sign_in":{"ends":1796000000000,"attempts":2}}',
} as const

function stubStorage(texts: Record<string, string>): void {
  const entries = new Map(Object.entries(texts))
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    localStorage: {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, text: string) => void entries.set(name, text),
      removeItem: (name: string) => void entries.delete(name),
    },
  })
}

beforeEach(() => {
  vi.resetModules()
  return () => {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

test('reads a cart that was stored in November 2026 with its lines and delivery method', async () => {
  stubStorage(stored)
  const { parseStoredCart } = await import('../cart/cart-changes.ts')
  const { readCart } = await import('../cart/cart-store.ts')
  expect(JSON.stringify(parseStoredCart(stored.cart))).toBe(stored.cart)
  expect(readCart()).toMatchObject({ count: 2, subtotal: 1700, deliveryMethodId: 'priority' })
})

test(
  'keeps the lines of a stored cart that lacks any of its other fields',
  { tags: ['abuse-earlier-versions'] },
  async () => {
    const { parseStoredCart } = await import('../cart/cart-changes.ts')
    const cart: { items: { product: object }[] } & object = JSON.parse(stored.cart)
    const [line] = cart.items
    const lines = [{ ...line, quantity: 2 }]
    for (const field of Object.keys(cart).filter((name) => name !== 'items')) {
      const older = Object.fromEntries(Object.entries(cart).filter(([name]) => name !== field))
      expect([field, parseStoredCart(JSON.stringify(older)).items]).toMatchObject([field, lines])
    }
    for (const field of Object.keys(line?.product ?? {}).filter((name) => name !== 'id')) {
      const product = Object.fromEntries(
        Object.entries(line?.product ?? {}).filter(([name]) => name !== field),
      )
      const older = { ...cart, items: [{ ...line, product }] }
      expect([field, parseStoredCart(JSON.stringify(older)).items]).toMatchObject([
        field,
        [{ quantity: 2, product: { id: 'a1b00000-0000-4000-8000-000000000001' } }],
      ])
    }
  },
)

test('reads an avoid list, a gift note, an email address and a code that were stored in November 2026', async () => {
  stubStorage(stored)
  const { readAvoided } = await import('../avoid/avoided.ts')
  const { readGiftBadge } = await import('../../routes/cart/gift-badge-texts.ts')
  const { parseAttemptWindows } = await import('./attempts.ts')
  const { localStore } = await import('./storage.ts')
  expect(readAvoided()).toEqual(['nuts', 'peanuts', 'vegan'])
  expect(readGiftBadge()).toEqual({ to: 'Sam', from: 'Alex', note: 'Happy birthday' })
  expect(parseAttemptWindows(stored.attempts)).toEqual({
    sign_in: { ends: 1_796_000_000_000, attempts: 2 },
  })
  expect(localStore.get('guest_email')).toBe('sam@example.com')
  expect(localStore.get('discount_code')).toBe('GOODNOW10')
})

test('reads a gift note that was stored without some of its lines', async () => {
  stubStorage({ gift_note: '{"to":"Sam"}' })
  const { readGiftBadge } = await import('../../routes/cart/gift-badge-texts.ts')
  expect(readGiftBadge()).toEqual({ to: 'Sam', from: '', note: '' })
})
