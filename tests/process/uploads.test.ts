import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPreparedShop, type RunningShop } from '../support/running-shop.ts'

let shop: RunningShop
let storage: SupabaseClient['storage']

beforeAll(async () => {
  shop = await openPreparedShop()
  const { secret } = await shop.keys()
  ;({ storage } = createClient(shop.url, secret, { auth: { persistSession: false } }))
  await storage.createBucket('pictures')
})
afterAll(() => shop?.remove())

test('storage accepts a file that exceeds other body limits and refuses one that exceeds its own', async () => {
  const pictures = storage.from('pictures')
  const picture = Buffer.alloc(10_000_000, 'picture ')
  expect((await pictures.upload('large.png', picture)).error).toBeNull()
  const { data } = await pictures.download('large.png')
  expect(picture.equals(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(true)
  const { error } = await pictures.upload('larger.png', Buffer.alloc(52_428_801))
  expect(error).toMatchObject({ statusCode: '413' })
})

test('every stored file is whole after a power cut and no acknowledged one is missing', async () => {
  const contentOf = (number: number) => Buffer.alloc(300_000, `picture ${number} `)
  const acknowledged: string[] = []
  const uploads = Array.from({ length: 60 }, async (_, number) => {
    const { error } = await storage.from('pictures').upload(`cut/${number}`, contentOf(number))
    if (error === null) acknowledged.push(String(number))
  })
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), { timeout: 50_000 })
  await shop.kill()
  await Promise.all(uploads)
  expect(acknowledged.length).toBeLessThan(60)

  await shop.reopen()
  const { data } = await storage.from('pictures').list('cut')
  const stored = data?.map(({ name }) => name) ?? []
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
  for (const name of stored) {
    const { data: content } = await storage.from('pictures').download(`cut/${name}`)
    expect(
      contentOf(Number(name)).equals(
        Buffer.from((await content?.arrayBuffer()) ?? new ArrayBuffer()),
      ),
    ).toBe(true)
  }
})
