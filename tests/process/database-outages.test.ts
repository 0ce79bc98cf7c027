import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import { openFaultyProxy } from '../../packages/embedded-supabase/tests/support/faulty-proxy.ts'
import {
  getProxyOutages,
  type Outage,
  type OutageReport,
  getPostgresOutages,
  visitDuringOutages,
} from '../support/outages.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { openPreparedShop, openShop, type RunningShop } from '../support/running-shop.ts'
import { findProject } from '../../supabase/project.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const supabase = join(import.meta.dirname, '..', '..', 'supabase')
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/**
 * Expects that every request was answered: with its usual result, or with a status that says the shop is temporarily
 * unavailable.
 */
function expectNobodyLost(report: OutageReport, outages: number): void {
  expect(report.unanswered).toEqual([])
  const known =
    /^(rest 200|cart 20[04]|page (200|404)|auth (400|429)|(rest|cart) 50[34]|(page|auth) 503)$/
  expect(Object.keys(report.answers).filter((answer) => !known.test(answer))).toEqual([])
  expect(report.answers).toHaveProperty('rest 200')
  expect(report.recoveryMs).toHaveLength(outages)
}

async function runShopThrough(shop: RunningShop, outages: Outage[]): Promise<OutageReport> {
  const { publishable } = await shop.keys()
  return visitDuringOutages({ url: shop.url, publishable }, outages)
}

test(
  'restarts of the built-in PostgreSQL under load end no process and leave no request waiting',
  { tags: ['abuse-database'] },
  async () => {
    const shop = await openPreparedShop()
    closing.push(shop.remove)
    const outages = getPostgresOutages(join(shop.dataDir, 'postgres', 'cluster'))
    expectNobodyLost(await runShopThrough(shop, outages), outages.length)
    expect(await shop.close()).toBe(0)
  },
)

async function startServer(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  closing.push(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return postgres
}

/** Starts another PostgreSQL server with the same data and the same roles. */
async function startStandIn(password: string): Promise<EmbeddedPostgres> {
  const standIn = await startServer()
  const { sql, close } = connectDatabase(standIn.connection)
  await prepareDatabase(sql, findProject(supabase), quiet)
  await sql.unsafe(`alter role postgres password '${password}'`)
  await close()
  return standIn
}

test(
  'every kind of connection failure and a failover of an external PostgreSQL under load leave no request waiting',
  { tags: ['abuse-database'] },
  async () => {
    const { connection } = await startServer()
    const { username, password, port, database } = connection
    const standIn = await startStandIn(password)
    const proxy = await openFaultyProxy(port)
    closing.push(() => proxy.cut())
    const shop = await openShop({
      DATABASE_URL: `postgres://${username}:${password}@127.0.0.1:${proxy.port}/${database}`,
    })
    closing.push(shop.remove)
    const outages: Outage[] = [
      ...getProxyOutages(proxy),
      { name: 'failed over', begin: () => proxy.divert(standIn.connection.port) },
    ]
    const report = await runShopThrough(shop, outages)
    expectNobodyLost(report, outages.length)

    const page = `${shop.url}/shop`
    expect((await sendRawRequest(page)).body).toContain('Nashville Chilli Crisp')
    const { sql, close } = connectDatabase({ ...standIn.connection, password })
    closing.push(close)
    await sql`update public.products set name = 'Memphis Chilli Crisp' where name = 'Nashville Chilli Crisp'`
    await vi.waitFor(
      async () => expect((await sendRawRequest(page)).body).toContain('Memphis Chilli Crisp'),
      10_000,
    )
    expect(await shop.close()).toBe(0)
  },
)
