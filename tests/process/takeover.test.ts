import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import {
  type DatabaseConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import { replacedMigrations } from '../../supabase/replaced-migrations.ts'
import { getConnectionUrl } from '../support/database.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { openShop, runUntilExit } from '../support/running-shop.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { versions, upTo, lastCommit } = replacedMigrations

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'takeover-'))
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Runs `work` with the PostgreSQL server of a shop that is closed. */
async function onItsData<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/**
 * Sets the migration history to the first `last` migrations of an earlier version of the shop, which have been replaced
 * since.
 */
async function goBackTo(connection: DatabaseConnection, last: number): Promise<void> {
  const { sql, close } = connectDatabase(connection)
  await sql`delete from supabase_migrations.schema_migrations where version <= ${upTo}`
  await sql`
    insert into supabase_migrations.schema_migrations (version)
    select unnest(${versions.slice(0, last)}::text[]) on conflict do nothing`
  await close()
}

async function replacedIn(connection: DatabaseConnection): Promise<number> {
  const { sql, close } = connectDatabase(connection)
  const rows = await sql`
    select from supabase_migrations.schema_migrations where version = any(${versions}::text[])`
  await close()
  return rows.length
}

test('the shop opens on data from before its migrations were squashed and rewrites the migration history', async () => {
  const shop = await openShop({ DATA_DIR: dataDir })
  await shop.close()
  await onItsData(({ connection }) => goBackTo(connection, versions.length))
  await shop.reopen()
  expect((await sendRawRequest(`${shop.url}/shop`)).status).toBe(200)
  await shop.close()
  expect(await onItsData(({ connection }) => replacedIn(connection))).toBe(0)
})

test('older data is refused with the commit to start in between, and can be taken over after that', async () => {
  await onItsData(({ connection }) => goBackTo(connection, versions.length - 1))
  expect(await runUntilExit({ PORT: '0', DATA_DIR: dataDir })).toEqual({
    code: 1,
    words: `\nThe shop cannot open: This data is from an older shop: start commit ${lastCommit} on it once, then this one.\n`,
  })
  await onItsData(({ connection }) => goBackTo(connection, versions.length))
  const shop = await openShop({ DATA_DIR: dataDir })
  await shop.close()
})

test('an external database from before the migrations were squashed is taken over', () =>
  onItsData(async ({ connection }) => {
    const other = await mkdtemp(join(tmpdir(), 'takeover-'))
    const { sql, close } = connectDatabase(connection)
    await sql.unsafe('create database own')
    await close()
    const own = { ...connection, database: 'own' }
    const shop = await openShop({ DATABASE_URL: getConnectionUrl(own), DATA_DIR: other })
    await shop.close()
    await goBackTo(own, versions.length)
    await shop.reopen()
    expect((await sendRawRequest(`${shop.url}/shop`)).status).toBe(200)
    expect(await replacedIn(own)).toBe(0)
    await shop.remove()
  }))
