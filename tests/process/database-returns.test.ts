import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openPreparedShop } from '../support/running-shop.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await openPreparedShop()
})
afterAll(() => shop?.remove())

test(
  'the shop reports itself unready while its PostgreSQL cannot start, and recovers by itself once it can',
  { tags: ['abuse-database'] },
  async () => {
    const cluster = join(shop.dataDir, 'postgres', 'cluster')
    const server = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    await rename(join(cluster, 'global'), join(cluster, 'mislaid'))
    process.kill(server, 'SIGKILL')
    const tries = () => shop.output().split('postgresql: ended, is started again').length - 1
    await vi.waitFor(() => expect(tries()).toBeGreaterThan(2), { timeout: 20_000, interval: 100 })
    expect((await sendRawRequest(`${shop.url}/readyz`)).status).toBe(503)
    expect((await sendRawRequest(`${shop.url}/healthz`)).status).toBe(200)
    await rename(join(cluster, 'mislaid'), join(cluster, 'global'))
    await vi.waitFor(
      async () => {
        expect((await sendRawRequest(`${shop.url}/readyz`)).status).toBe(200)
        expect((await sendRawRequest(`${shop.url}/shop/hot-sauce/apple-terror-sauce`)).status).toBe(
          200,
        )
      },
      { timeout: 20_000, interval: 250 },
    )
  },
)
