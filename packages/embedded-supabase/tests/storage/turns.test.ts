import { afterAll, expect, test, vi } from 'vitest'
import { arrivingBodies } from '../../src/queue/arriving-bodies.ts'
import { putPublicObject } from '../../src/storage/objects.ts'
import { startStorageBackend } from './storage-backend.ts'

const queues = { storage: { waitingPerAddress: 2 } }
const shop = await startStorageBackend(undefined, { queues })
afterAll(() => shop.stop())
const { sql } = shop.database

const file = { bucket: 'media', name: 'mild.txt', mimetype: 'text/plain' }
await putPublicObject(sql, shop.files, { ...file, bytes: Buffer.from('mild') })

const read = () => shop.ask('/object/public/media/mild.txt', {}, null)
const upload = () => {
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hot' }
  return shop.ask('/object/media/hot.txt', init, shop.keys.publishable)
}

/** Sends six requests while a table is locked, until three are refused. Returns the statuses of these, and of all. */
async function askSixTimes(table: string, ask: () => Promise<Response>): Promise<number[][]> {
  const statuses: number[] = []
  let requests: Promise<void>[] = []
  const refused = await sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`)
    requests = Array.from({ length: 6 }, async () => void statuses.push((await ask()).status))
    await vi.waitFor(() => expect(statuses).toHaveLength(3), { timeout: 10_000 })
    return [...statuses]
  })
  await Promise.all(requests)
  return [refused, statuses]
}

test.each([
  ['public reads', 'storage.objects', read, 200],
  ['uploads that are not allowed', 'storage.buckets', upload, 400],
])(
  '%s of one address use one database connection at a time, and two of them wait',
  { tags: ['abuse-32'] },
  async (_, table, ask, status) => {
    const [refused, all] = await askSixTimes(table, ask)
    expect(refused).toEqual([429, 429, 429])
    expect(all).toEqual([429, 429, 429, status, status, status])
  },
)

test(
  'a JSON body that is the largest is refused when bodies that are arriving exceed their memory',
  { tags: ['abuse-31'] },
  async () => {
    const others = Array.from({ length: 160 }, () => {
      const body = arrivingBodies.begin('127.0.0.1', 400_000, () => undefined)
      body.append(Buffer.alloc(400_000))
      return body
    })
    try {
      const body = JSON.stringify({ prefix: 'x'.repeat(900_000) })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const { status, headers } = await shop.ask('/object/list/media', init)
      expect([status, headers.get('retry-after')]).toEqual([429, '1'])
    } finally {
      for (const each of others) each.release()
    }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const small = { ...init, body: JSON.stringify({ prefix: '' }) }
    expect((await shop.ask('/object/list/media', small)).status).toBe(200)
  },
)
