import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countPieces } from '../../../domain/cart.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { applyChange, emptyStoredCart, parseStoredCart } from './cart-changes.ts'
import type { CartChange, StoredCart } from './cart-changes.ts'
import { makeAddChange, makeItem, makeProduct } from './cart.fixtures.ts'

function applyChanges(changes: CartChange[], start: StoredCart = emptyStoredCart): StoredCart {
  return changes.reduce((record, change, i) => applyChange(record, change, `change ${i}`), start)
}

describe('a change', () => {
  test('a change raises the version of the cart, marks it as unsent and stores the id of the change', () => {
    expect(applyChanges([makeAddChange('a')])).toMatchObject({
      version: 1,
      dirty: true,
      changes: ['change 0'],
    })
  })

  test('the cart stores the ids of the last 64 changes', () => {
    const record = applyChanges(Array.from({ length: 100 }, () => makeAddChange('a')))
    expect(record.changes).toHaveLength(64)
    expect(record.changes.at(-1)).toBe('change 99')
  })

  test('a changed cart is parsed back from its JSON unchanged', () => {
    const record = applyChanges([
      makeAddChange('a'),
      makeAddChange('b'),
      { kind: 'set', productId: 'a', quantity: 7 },
    ])
    expect(parseStoredCart(JSON.stringify(record))).toEqual(record)
  })
})

describe('clearing', () => {
  test('clearing a guest’s cart lists its row to be emptied on the server', () => {
    const record = applyChanges([makeAddChange('a'), { kind: 'clear', guestCartId: 'row' }])
    expect(record).toMatchObject({ items: [], dirty: false, emptied: ['row'] })
    expect(applyChanges([{ kind: 'row emptied', guestCartId: 'row' }], record).emptied).toEqual([])
  })

  test('clearing an account’s cart marks it as unsent', () => {
    const record = applyChanges([
      { kind: 'adopt', owner: 'u', items: [makeItem('a', 1)], guestCartId: null },
    ])
    expect(applyChanges([{ kind: 'clear', guestCartId: null }], record)).toMatchObject({
      items: [],
      dirty: true,
    })
  })
})

describe('a response of the server', () => {
  test('a loaded cart is applied while nothing has changed', () => {
    const record = applyChanges([{ kind: 'load', items: [makeItem('a', 2)], version: 0 }])
    expect(countPieces(record.items)).toBe(2)
    expect(record.dirty).toBe(false)
  })

  test('a response for an older version of the cart is ignored', () => {
    const record = applyChanges([makeAddChange('a')])
    expect(applyChanges([{ kind: 'load', items: [], version: 0 }], record)).toBe(record)
    expect(applyChanges([{ kind: 'stored', version: 0 }], record)).toBe(record)
  })

  test('a response that the current version is stored marks the cart as sent', () => {
    expect(
      applyChanges([{ kind: 'stored', version: 1 }], applyChanges([makeAddChange('a')])).dirty,
    ).toBe(false)
  })
})

describe('signing in', () => {
  test('signing in merges the guest’s cart with the account’s and marks it as unsent', () => {
    const items = [makeItem('a', 2), makeItem('b', 1)]
    const record = applyChanges([
      makeAddChange('a'),
      { kind: 'adopt', owner: 'u', items, guestCartId: 'row' },
    ])
    expect(record).toMatchObject({ owner: 'u', dirty: true, emptied: ['row'] })
    expect(toStoredLines(record.items)).toEqual([
      { product_id: 'a', quantity: 3 },
      { product_id: 'b', quantity: 1 },
    ])
  })

  test('signing in merges the carts once even if several tabs try', () => {
    const adopt: CartChange = {
      kind: 'adopt',
      owner: 'u',
      items: [makeItem('a', 2)],
      guestCartId: null,
    }
    const record = applyChanges([makeAddChange('a'), adopt])
    expect(applyChanges([adopt], record)).toBe(record)
  })

  test('signing in does not take over the cart that another account left in the browser', () => {
    const other = applyChanges([
      { kind: 'adopt', owner: 'other', items: [makeItem('a', 2)], guestCartId: null },
    ])
    const record = applyChanges(
      [{ kind: 'adopt', owner: 'u', items: [], guestCartId: null }],
      other,
    )
    expect(record).toMatchObject({ owner: 'u', items: [] })
  })

  test('signing out leaves an empty cart without an owner', () => {
    const record = applyChanges([
      makeAddChange('a'),
      { kind: 'adopt', owner: 'u', items: [], guestCartId: null },
      { kind: 'forget' },
    ])
    expect(record).toMatchObject({ items: [], owner: null, dirty: false, version: 3 })
  })
})

test('an order removes its lines from the cart and leaves the rest', () => {
  const record = applyChanges([
    makeAddChange('a'),
    makeAddChange('a'),
    makeAddChange('b'),
    { kind: 'bought', lines: [{ product_id: 'a', quantity: 1 }] },
  ])
  expect(toStoredLines(record.items)).toEqual([
    { product_id: 'a', quantity: 1 },
    { product_id: 'b', quantity: 1 },
  ])
})

test('refreshing products updates the prices of the cart’s lines', () => {
  const record = applyChanges([
    makeAddChange('a'),
    makeAddChange('b'),
    { kind: 'refresh', products: [makeProduct({ id: 'a', price: 900 })] },
  ])
  expect(record.items.map((item) => item.product.price)).toEqual([900, 700])
})

describe('parseStoredCart', () => {
  test('parses a bare list as a guest’s unsent cart', () => {
    expect(parseStoredCart(JSON.stringify([makeItem('a', 2)]))).toMatchObject({
      dirty: true,
      owner: null,
    })
  })

  test('parses any text as a record that can be changed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const record = applyChange(parseStoredCart(text), makeAddChange('a'), 'id')
        expect(countPieces(record.items)).toBeGreaterThan(0)
        expect(Number.isSafeInteger(record.version)).toBe(true)
      }),
    )
  })
})
