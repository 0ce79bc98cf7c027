import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { RowCache } from './row-cache.ts'

function createRows() {
  const clock = { now: 0 }
  const client = createClient('http://localhost', 'key')
  return { clock, rows: new RowCache(client, () => clock.now) }
}

test('all pages share one query for the same rows, also at the same time', async () => {
  const { rows } = createRows()
  const ask = vi.fn(async () => ['sauce'])
  const read = () => rows.read('products', ask)
  expect(await Promise.all([read(), read()])).toEqual([['sauce'], ['sauce']])
  expect(await read()).toEqual(['sauce'])
  expect(ask).toHaveBeenCalledTimes(1)
})

test('rows are queried again after a change, also while the old query is pending', async () => {
  const { rows } = createRows()
  const slow = Promise.withResolvers<string>()
  const early = rows.read('products', () => slow.promise)
  rows.drop()
  expect(await rows.read('products', async () => 'after')).toBe('after')
  slow.resolve('before')
  expect(await early).toBe('before')
  expect(await rows.read('products', async () => 'later')).toBe('after')
})

test('rows are queried again after two seconds, since an announcement can get lost', async () => {
  const { rows, clock } = createRows()
  await rows.read('products', async () => 'old')
  clock.now = 2_000
  expect(await rows.read('products', async () => 'new')).toBe('new')
})

test('rows that took long to read are queried less often', async () => {
  const { rows, clock } = createRows()
  await rows.read('products', async () => {
    clock.now = 500
    return 'old'
  })
  clock.now = 9_999
  expect(await rows.read('products', async () => 'new')).toBe('old')
  clock.now = 10_000
  expect(await rows.read('products', async () => 'new')).toBe('new')
})

test('a failed query is not cached', async () => {
  const { rows } = createRows()
  const failed = rows.read('products', () => Promise.reject(new Error('gone')))
  await expect(failed).rejects.toThrow('gone')
  expect(await rows.read('products', async () => 'back')).toBe('back')
})

test('a query without a result is not cached, since visitors can invent names', async () => {
  const { rows } = createRows()
  expect(await rows.read('product:unicorn', async () => null)).toBeNull()
  expect(await rows.read('product:unicorn', async () => 'found')).toBe('found')
})
