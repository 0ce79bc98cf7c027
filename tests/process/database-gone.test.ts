import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import {
  type FaultyProxy,
  openFaultyProxy,
} from '../../packages/embedded-supabase/tests/support/faulty-proxy.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openShop } from '../support/running-shop.ts'

const wait = { timeout: 20_000, interval: 250 }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

let folder: string
let postgres: EmbeddedPostgres
let proxy: FaultyProxy
let shop: RunningShop

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  const { port, username, password, database } = postgres.connection
  proxy = await openFaultyProxy(port)
  shop = await openShop({
    DATABASE_URL: `postgres://${username}:${password}@127.0.0.1:${proxy.port}/${database}`,
  })
})

afterAll(async () => {
  await shop.remove()
  await proxy.cut()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

test(
  'cached pages stay while the database is down, other pages answer 503, and everything works once it is back',
  { tags: ['abuse-database'] },
  async () => {
    const known = await sendRawRequest(`${shop.url}/shop`)
    expect(known.status).toBe(200)

    await proxy.cut()
    expect((await sendRawRequest(`${shop.url}/shop`)).body).toBe(known.body)
    const product = await sendRawRequest(`${shop.url}/shop/hot-sauce/apple-terror-sauce`)
    expect(product.status).toBe(503)
    expect(product.headers['cache-control']).toBe('private, no-store')
    expect(product.body).toMatch(/try again/i)
    // Rows that were read for another page are reused for two seconds, so the failure may only appear after that.
    const grid = await vi.waitFor(async () => {
      const answer = await sendRawRequest(`${shop.url}/shop?filter=unicorns`)
      expect(answer.status).toBe(503)
      return answer
    }, wait)
    const alert = grid.body.split('role="alert"')[1] ?? ''
    expect(alert).toContain('Error Loading Products')
    expect(alert).toContain('Please refresh the page to try again')
    expect(alert).toContain('The shop’s shelves could not be read')
    const madeUp = await sendRawRequest(`${shop.url}/shop?heat=9000&sort=dearest&stock=maybe&x=y`)
    expect(madeUp.body).toBe(known.body)
    expect((await sendRawRequest(`${shop.url}/readyz`)).status).toBe(503)
    expect((await sendRawRequest(`${shop.url}/healthz`)).status).toBe(200)

    await proxy.mend()
    await vi.waitFor(async () => {
      expect((await sendRawRequest(`${shop.url}/shop/hot-sauce/apple-terror-sauce`)).status).toBe(
        200,
      )
      expect((await sendRawRequest(`${shop.url}/readyz`)).status).toBe(200)
    }, wait)
  },
)
