import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countPieces } from '../../../domain/cart.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { applyChange, emptyRecord, parseRecord } from './cart-changes.ts'
import type { CartChange, CartRecord } from './cart-changes.ts'
import { add, makeItem, makeProduct } from './cart.fixtures.ts'

function after(changes: CartChange[], start: CartRecord = emptyRecord): CartRecord {
  return changes.reduce((record, change, i) => applyChange(record, change, `change ${i}`), start)
}

describe('a change', () => {
  test('raises the version, marks the record as unsent and is remembered', () => {
    expect(after([add('a')])).toMatchObject({ version: 1, dirty: true, changes: ['change 0'] })
  })

  test('is remembered with the last 64', () => {
    const record = after(Array.from({ length: 100 }, () => add('a')))
    expect(record.changes).toHaveLength(64)
    expect(record.changes.at(-1)).toBe('change 99')
  })

  test('survives being written and read back', () => {
    const record = after([add('a'), add('b'), { kind: 'set', productId: 'a', quantity: 7 }])
    expect(parseRecord(JSON.stringify(record))).toEqual(record)
  })
})

describe('clearing', () => {
  test('leaves a guest’s row to be emptied', () => {
    const record = after([add('a'), { kind: 'clear', guestCartId: 'row' }])
    expect(record).toMatchObject({ items: [], dirty: false, emptied: ['row'] })
    expect(after([{ kind: 'row emptied', guestCartId: 'row' }], record).emptied).toEqual([])
  })

  test('is sent for an account', () => {
    const record = after([
      { kind: 'adopt', owner: 'u', items: [makeItem('a', 1)], guestCartId: null },
    ])
    expect(after([{ kind: 'clear', guestCartId: null }], record)).toMatchObject({
      items: [],
      dirty: true,
    })
  })
})

describe('an answer of the server', () => {
  test('is taken while nothing has changed', () => {
    const record = after([{ kind: 'load', items: [makeItem('a', 2)], version: 0 }])
    expect(countPieces(record.items)).toBe(2)
    expect(record.dirty).toBe(false)
  })

  test('that comes too late is left alone', () => {
    const record = after([add('a')])
    expect(after([{ kind: 'load', items: [], version: 0 }], record)).toBe(record)
    expect(after([{ kind: 'stored', version: 0 }], record)).toBe(record)
  })

  test('that it has stored this version ends the wait', () => {
    expect(after([{ kind: 'stored', version: 1 }], after([add('a')])).dirty).toBe(false)
  })
})

describe('signing in', () => {
  test('makes one cart of the guest’s and the account’s and has it stored', () => {
    const items = [makeItem('a', 2), makeItem('b', 1)]
    const record = after([add('a'), { kind: 'adopt', owner: 'u', items, guestCartId: 'row' }])
    expect(record).toMatchObject({ owner: 'u', dirty: true, emptied: ['row'] })
    expect(toStoredLines(record.items)).toEqual([
      { product_id: 'a', quantity: 3 },
      { product_id: 'b', quantity: 1 },
    ])
  })

  test('merges once, however many tabs try', () => {
    const adopt: CartChange = {
      kind: 'adopt',
      owner: 'u',
      items: [makeItem('a', 2)],
      guestCartId: null,
    }
    const record = after([add('a'), adopt])
    expect(after([adopt], record)).toBe(record)
  })

  test('does not take over what another account left behind', () => {
    const other = after([
      { kind: 'adopt', owner: 'other', items: [makeItem('a', 2)], guestCartId: null },
    ])
    const record = after([{ kind: 'adopt', owner: 'u', items: [], guestCartId: null }], other)
    expect(record).toMatchObject({ owner: 'u', items: [] })
  })

  test('and out again leaves nothing', () => {
    const record = after([
      add('a'),
      { kind: 'adopt', owner: 'u', items: [], guestCartId: null },
      { kind: 'forget' },
    ])
    expect(record).toMatchObject({ items: [], owner: null, dirty: false, version: 3 })
  })
})

test('an order takes out what it bought and leaves the rest', () => {
  const record = after([
    add('a'),
    add('a'),
    add('b'),
    { kind: 'bought', lines: [{ product_id: 'a', quantity: 1 }] },
  ])
  expect(toStoredLines(record.items)).toEqual([
    { product_id: 'a', quantity: 1 },
    { product_id: 'b', quantity: 1 },
  ])
})

test('prices are taken over for the lines that are there', () => {
  const record = after([
    add('a'),
    add('b'),
    { kind: 'refresh', products: [makeProduct({ id: 'a', price: 900 })] },
  ])
  expect(record.items.map((item) => item.product.price)).toEqual([900, 700])
})

describe('reading', () => {
  test('a bare list gives a guest’s cart that is still to be stored', () => {
    expect(parseRecord(JSON.stringify([makeItem('a', 2)]))).toMatchObject({
      dirty: true,
      owner: null,
    })
  })

  test('anything else gives a record that can be changed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const record = applyChange(parseRecord(text), add('a'), 'id')
        expect(countPieces(record.items)).toBeGreaterThan(0)
        expect(Number.isSafeInteger(record.version)).toBe(true)
      }),
    )
  })
})
