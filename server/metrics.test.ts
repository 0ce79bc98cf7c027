import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const readDisk = async () => ({ free: 5e9, size: 40e9 })
const log = { warn: () => undefined }

/** Creates a client whose requests are answered by `answer`. */
function createShopClient(answer: () => Promise<Response>) {
  return createClient('http://localhost', 'key', { global: { fetch: answer } })
}

const figures = {
  orders: { paid: 3 },
  outbox: { waiting: 2, failed: 1, oldestSeconds: 90 },
  stuck: { failed_letters: 1 },
}
const working = createShopClient(async () => Response.json(figures))
const failing = createShopClient(async () => Response.json({ message: 'gone' }, { status: 503 }))

test('writes the figures of the shop and of the process', async () => {
  const metrics = createMetrics(readDisk, log)
  metrics.countAnswer('page', 200)
  metrics.countAnswer('page', 200)
  metrics.countPage(true)
  metrics.noteLease({ waited: 0, used: 3 })
  const lines = (await metrics.write(working)).split('\n')
  for (const line of [
    'shop_answers_total{kind="page",status="200"} 2',
    'shop_pages_total{source="cache"} 1',
    'shop_database_use_seconds_bucket{le="0.0025"} 0',
    'shop_database_use_seconds_bucket{le="0.005"} 1',
    'shop_database_up 1',
    'shop_orders{state="paid"} 3',
    'shop_outbox{state="waiting"} 2',
    'shop_outbox{state="failed"} 1',
    'shop_outbox_oldest_seconds 90',
    'shop_stuck{kind="failed_letters"} 1',
    'shop_disk_free_bytes 5000000000',
  ])
    expect(lines).toContain(line)
})

test('counters continue when metrics are read again', async () => {
  const metrics = createMetrics(readDisk, log)
  for (const expected of ['1', '2']) {
    metrics.countAnswer('rest', 500)
    expect(await metrics.write(working)).toContain(
      `shop_answers_total{kind="rest",status="500"} ${expected}\n`,
    )
  }
})

test('leaves out figures that the database does not return instead of writing zeros', async () => {
  const metrics = createMetrics(readDisk, log)
  await metrics.write(working)
  const written = await metrics.write(failing)
  expect(written).toContain('shop_database_up 0')
  expect(written).not.toMatch(/^shop_(orders|outbox|outbox_oldest_seconds|stuck)[ {]/m)
})
