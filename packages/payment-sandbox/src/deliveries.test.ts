import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxContext } from './context.ts'
import { queueEvent, startDeliveries } from './deliveries.ts'
import { openStore } from './store.ts'

test('an event whose delivery cannot be stored is retried every five seconds until it can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deliveries-'))
  const store = openStore(join(folder, 'payments.sqlite'))
  vi.useFakeTimers()
  let isFull = true
  const fetch = vi.fn(async () => new Response())
  const log = { error: vi.fn(), warn: vi.fn() }
  const context: SandboxContext = {
    store: {
      ...store,
      dropDelivery: (event) => {
        if (isFull) throw new Error('database or disk is full')
        store.dropDelivery(event)
      },
    },
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    webhookUrl: 'http://127.0.0.1/',
    url: 'http://127.0.0.1',
    siteUrl: 'http://127.0.0.1',
    cartUrl: 'http://127.0.0.1/cart',
    traderName: 'The shop',
    catalogue: () => Promise.reject(new Error('not asked for')),
    fetch,
    now: Date.now,
    settleAfterMs: 0,
    log,
    notify: () => undefined,
  }
  queueEvent(context, 'customer.created', { object: 'customer' })
  const deliveries = startDeliveries(context)
  onTestFinished(async () => {
    await deliveries.stop()
    vi.useRealTimers()
    store.close()
    await rm(folder, { recursive: true })
  })

  await vi.advanceTimersByTimeAsync(4999)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(log.error).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(fetch).toHaveBeenCalledTimes(2)
  isFull = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(3)
  expect(store.deliveries()).toEqual([])
})
