import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBackend } from '../../src/api/backend.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { generateKeys } from '../../src/core/keys.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const dataDir = await mkdtemp(join(tmpdir(), 'outage-'))
await chmod(dataDir, 0o755)
const embedded = await startEmbeddedPostgres({ dataDir, log: silent })
const database = connectDatabase(embedded.connection, { rest: 10 })
const keys = await generateKeys()
await prepareDatabase(database.sql, { migrationsFolder: dataDir, seedFiles: [] }, silent)
await database.sql.unsafe(`
  create table public.things (id int); insert into public.things values (1); grant select on public.things to anon;
  create function public.slow() returns int language sql as 'select 1 from pg_sleep(2)';
  grant execute on function public.slow() to anon;
`)
afterAll(async () => {
  await database.close()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const backend = createBackend({
  sql: database.sql,
  sqlFor: database.sqlFor,
  sessions: database.sessions,
  keys,
  siteUrl: new URL('http://localhost:3000'),
  clock: Date.now,
  sendAuthMail: async () => undefined,
  functions: {},
  log: silent,
})

async function ask(path: string, method = 'GET'): Promise<number> {
  const response = await backend.fetch(`http://localhost/rest/v1${path}`, {
    method,
    headers: { apikey: keys.publishable },
  })
  await response.text()
  return response.status
}

async function killPostgres(): Promise<void> {
  process.kill(
    Number.parseInt(await readFile(join(embedded.location, 'postmaster.pid'), 'utf8'), 10),
    'SIGKILL',
  )
}

test(
  'running requests are answered with 503 when the database dies, and later ones succeed again',
  { tags: ['abuse-database'], timeout: 60_000 },
  async () => {
    expect(await Promise.all(Array.from({ length: 12 }, () => ask('/things')))).toEqual(
      Array(12).fill(200),
    )
    for (let round = 0; round < 2; round++) {
      const underWay = Array.from({ length: 30 }, () => ask('/rpc/slow', 'POST'))
      await expect.poll(() => busySessions()).toBe(10)
      await killPostgres()
      const outcomes = await Promise.all(underWay)
      expect(outcomes.filter((status) => status !== 503 && status !== 200)).toEqual([])
      expect(outcomes.slice(0, 10)).toEqual(Array(10).fill(503))
      await expect.poll(() => ask('/things'), { timeout: 15_000 }).toBe(200)
      expect(await Promise.all(Array.from({ length: 12 }, () => ask('/things')))).toEqual(
        Array(12).fill(200),
      )
    }
  },
)

async function busySessions(): Promise<number> {
  const [row] = await database.sql`
    select count(*)::int as sessions from pg_stat_activity where wait_event = 'PgSleep'
  `
  return row?.sessions
}
