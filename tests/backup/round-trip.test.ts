import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchive } from '../../packages/embedded-supabase/src/backup/archive-reader.ts'
import type { ArchiveWriter } from '../../packages/embedded-supabase/src/backup/archive-writer.ts'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import { StartError } from '../../packages/embedded-supabase/src/core/start-error.ts'
import type { ByteChunks } from '../../packages/embedded-supabase/src/core/disk.ts'
import {
  type ReceivedContent,
  openFileStore,
} from '../../packages/embedded-supabase/src/storage/file-store.ts'
import { putPublicObject } from '../../packages/embedded-supabase/src/storage/objects.ts'
import { replacedMigrations } from '../../supabase/replaced-migrations.ts'
import {
  createAccount,
  insertOrder,
  type PersonalDataShop,
  createTableFillers,
  startPersonalDataShop,
} from '../personal-data/person.ts'
import { readContent } from '../../packages/embedded-supabase/tests/support/contents.ts'
import { seedForFoldedMigrations } from '../support/folded-seed.ts'
import { getDatabaseFingerprint, hashCommonColumns } from '../support/fingerprint.ts'
import {
  createTemporaryDatabase,
  backUpToNewFile,
  archiveFolder,
  createUnusedPath,
  projectWithoutSeed,
  silentLog,
  restoreArchive,
} from './places.ts'
import { findSeedFiles } from '../../supabase/project.ts'

const seedFiles = findSeedFiles(join(projectWithoutSeed.migrationsFolder, '..'))

const storeFolder = createUnusedPath()
const store = openFileStore(storeFolder)
const film = Buffer.from('a film of tacos '.repeat(50_000))
let shop: PersonalDataShop
/** The archive of the test shop before any test has changed it. */
let archived: string
beforeAll(async () => {
  shop = await startPersonalDataShop()
  const { sql } = shop.database
  const person = await createAccount(shop, 'marsha@example.com')
  for (const fill of Object.values(createTableFillers(shop, person))) await fill()
  await sql`insert into public.payment_events (id, type, outcome, detail) values ('evt_1', 'x', 'ignored', ${'a\ttab,\na line, a \\ and “Y’alright” 🌶'})`
  await sql`insert into public.payment_provider_ids values ('sandbox', 'key', 'id') on conflict do nothing`
  for (const name of ['taco.mp4', 'odd/n%äme ☃.mp4'])
    await putPublicObject(sql, store, { bucket: 'media', name, bytes: film, mimetype: 'video/mp4' })
  archived = (await backUpToNewFile(shop.database.connection, store)).file
})
afterAll(() => shop.stop())

/** Returns an archive writer that inserts rows into several tables before it writes each part of the archive. */
function writeMeanwhile(archive: ArchiveWriter): ArchiveWriter {
  const { sql } = shop.database
  return {
    ...archive,
    add: async (name, bytes) => {
      await sql.begin(async (tx) => {
        await tx`insert into public.payment_events (id, type, outcome) values (${name}, 'x', 'ignored')`
        await tx`update public.products set stock = coalesce(stock, 9) + 1`
        await tx`update auth.users set last_sign_in_at = now()`
      })
      await archive.add(name, bytes)
    },
  }
}

test(
  'a backup made during writes is consistent, and a restore restores every row',
  { tags: ['abuse-backup'] },
  async () => {
    const { sql, connection } = shop.database
    const before = await getDatabaseFingerprint(sql)
    const { file, summary } = await backUpToNewFile(connection, store, { watch: writeMeanwhile })
    expect(await getDatabaseFingerprint(sql)).not.toEqual(before)
    expect(before.tables).not.toMatchObject({ 'public.orders': expect.stringMatching(/^0 /) })

    const target = await createTemporaryDatabase()
    const folder = createUnusedPath()
    expect(
      await restoreArchive(target.connection, file, { files: { store: openFileStore(folder) } }),
    ).toEqual([])
    expect(await getDatabaseFingerprint(target.sql)).toEqual(before)
    expect(summary).toMatchObject({ files: 2, broken: [] })
    expect(await readdir(folder)).toEqual(await readdir(storeFolder))
    expect(await readContent(openFileStore(folder), (await readdir(folder))[0] ?? '')).toEqual(film)
  },
)

test('sequences continue after a restore, and nothing is prepared or seeded again', async () => {
  const { sql, connection } = shop.database
  const number = await insertOrder(shop.database, { id: null, email: 'last@example.com' })
  await sql`delete from public.orders where number = ${number}`
  const before = await getDatabaseFingerprint(sql)
  const { file } = await backUpToNewFile(connection, store)
  const target = await createTemporaryDatabase()
  await restoreArchive(target.connection, file)
  expect(await getDatabaseFingerprint(target.sql)).toEqual(before)
  const all = { ...projectWithoutSeed, seedFiles }
  expect(await prepareDatabase(target.sql, all, silentLog)).toEqual([])
  expect(await getDatabaseFingerprint(target.sql)).toEqual(before)
  expect(await insertOrder(target, { id: null, email: 'next@example.com' })).toBe(number + 1)
})

/** Returns the version of the newest applied migration. */
async function latestMigration(sql: PersonalDataShop['database']['sql']): Promise<string> {
  const [row] = await sql<{ version: string }[]>`
    select max(version) as version from supabase_migrations.schema_migrations`
  return row?.version ?? 'none'
}

test(
  'a restore fires no triggers, sends no notifications and queues no emails',
  { tags: ['abuse-backup'] },
  async () => {
    const { file } = await backUpToNewFile(shop.database.connection, store)
    const target = await createTemporaryDatabase()
    const received: string[] = []
    for (const channel of ['outbox', 'catalogue_changed', 'pgrst'])
      await target.sql.listen(channel, (payload) => received.push(`${channel} ${payload}`))
    await restoreArchive(target.connection, file)
    // Notifications arrive in the order in which they were sent, so once this one has arrived, all earlier ones have.
    const done = Promise.withResolvers<string>()
    await target.sql.listen('done', done.resolve)
    await target.sql`select pg_notify('done', 'now')`
    await done.promise
    // The only notification makes processes reload their cached list of tables.
    expect(received.filter((notice) => notice !== 'pgrst reload schema')).toEqual([])
    const emails = (sql: typeof target.sql) => sql`
    select id, sent_at, failed_at, attempts, claimed_until from public.outbox order by id`
    expect(await emails(target.sql)).toEqual(await emails(shop.database.sql))
  },
)

test(
  'a restore into a database that is not empty is refused and changes nothing',
  { tags: ['abuse-backup'] },
  async () => {
    const before = await getDatabaseFingerprint(shop.database.sql)
    await expect(restoreArchive(shop.database.connection, archived)).rejects.toThrow(
      /^The test’s database is not empty: it has public\.\w+\. Restore into another DATA_DIR or a new database\.$/,
    )
    expect(await getDatabaseFingerprint(shop.database.sql)).toEqual(before)
  },
)

test(
  'an aborted restore leaves an empty database for the next attempt',
  { tags: ['abuse-backup'] },
  async () => {
    const before = await getDatabaseFingerprint(shop.database.sql)
    const { file } = await backUpToNewFile(shop.database.connection, store)
    const target = await createTemporaryDatabase()
    const cut = async (): Promise<void> => {
      await shop.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${target.connection.database} and state like 'idle in transaction%'`
    }
    const breaking = openFileStore(createUnusedPath())
    const receive = async (body: ByteChunks): Promise<ReceivedContent> => {
      await cut()
      return breaking.receive(body)
    }
    const files = { store: { ...breaking, receive } }
    await expect(restoreArchive(target.connection, file, { files })).rejects.toThrow(
      /cannot be reached|terminat/,
    )
    await expect(restoreArchive(target.connection, file, { beforeCommit: cut })).rejects.toThrow(
      /cannot be reached|terminat/,
    )
    expect((await target.sql`select from pg_tables where schemaname = 'public'`).length).toBe(0)
    await restoreArchive(target.connection, file)
    expect(await getDatabaseFingerprint(target.sql)).toEqual(before)
  },
)

test('a restore with an unexpected row count is rolled back', async () => {
  const target = await createTemporaryDatabase()
  const archive = await checkArchive(archived, () => undefined)
  archive.summary.rows['public.products'] = 1
  await expect(restoreArchive(target.connection, archived, { archive })).rejects.toThrow(
    /public\.products has \d+ rows, and not 1/,
  )
  expect((await target.sql`select from pg_tables where schemaname = 'public'`).length).toBe(0)
})

test('missing and corrupt files are listed, and the rest is backed up', async () => {
  const rotten = join(archiveFolder, 'rotten')
  await cp(storeFolder, rotten, { recursive: true })
  const [version = ''] = await readdir(rotten)
  await writeFile(join(rotten, version), 'rot')
  const { summary } = await backUpToNewFile(shop.database.connection, openFileStore(rotten))
  expect(summary).toMatchObject({
    files: 2,
    broken: ['files/media/odd/n%25%C3%A4me%20%E2%98%83.mp4', 'files/media/taco.mp4'],
  })
  await rm(join(rotten, version))
  const lost = await backUpToNewFile(shop.database.connection, openFileStore(rotten))
  expect(lost.summary).toMatchObject({ files: 0, broken: summary.broken })
})

test(
  'an archive of an older shop is restored at its migration, and newer migrations run on it',
  { tags: ['abuse-earlier-versions'] },
  async () => {
    const { file } = await backUpToNewFile(shop.database.connection, store)
    const newer = join(archiveFolder, 'newer')
    await mkdir(newer)
    await cp(projectWithoutSeed.migrationsFolder, newer, { recursive: true })
    await writeFile(
      join(newer, '20990101000000_notes.sql'),
      "alter table public.orders add column note text not null default 'none'; update public.orders set note = 'old' where number > 0;",
    )
    const target = await createTemporaryDatabase()
    await restoreArchive(target.connection, file, {
      project: { ...projectWithoutSeed, migrationsFolder: newer },
    })
    const [count] = await shop.database.sql`select count(*)::int as orders from public.orders`
    expect(
      await target.sql`select note, count(*)::int as orders from public.orders group by note`,
    ).toEqual([{ note: 'old', ...count }])
  },
)

test('an archive of the last replaced migration is restored, and an older one is refused', async () => {
  const { versions, upTo, lastCommit } = replacedMigrations
  const folded = join(archiveFolder, 'folded')
  await cp(projectWithoutSeed.migrationsFolder, folded, { recursive: true })
  for (const name of await readdir(folded))
    if (name.slice(0, upTo.length) > upTo) await rm(join(folded, name))
  const source = await createTemporaryDatabase()
  const seed = join(archiveFolder, 'folded.sql')
  await writeFile(seed, seedForFoldedMigrations)
  await prepareDatabase(source.sql, { migrationsFolder: folded, seedFiles: [seed] }, silentLog)
  const { file } = await backUpToNewFile(source.connection, store)
  const archive = await checkArchive(file, () => undefined)
  const changes = { archive, project: { ...projectWithoutSeed, replaced: replacedMigrations } }
  archive.manifest.migrations = [...versions]
  const target = await createTemporaryDatabase()
  await restoreArchive(target.connection, file, changes)
  expect(await hashCommonColumns(source.sql, target.sql)).toEqual(
    await hashCommonColumns(source.sql, source.sql),
  )
  expect(await latestMigration(target.sql)).toBe(await latestMigration(shop.database.sql))
  expect(
    await target.sql`select id, is_default, automatic_above from public.delivery_methods order by id`,
  ).toEqual([
    { id: 'standard', is_default: true, automatic_above: null },
    { id: 'xl', is_default: false, automatic_above: 5 },
  ])

  archive.manifest.migrations = versions.slice(0, -1)
  const other = await createTemporaryDatabase()
  await expect(restoreArchive(other.connection, file, changes)).rejects.toThrow(
    `This data is from an older shop: start commit ${lastCommit} on it once, then this one.`,
  )
  expect((await other.sql`select from pg_tables where schemaname = 'public'`).length).toBe(0)
})

test('an archive of a newer shop is refused, and the database stays empty', async () => {
  const older = join(archiveFolder, 'older')
  await cp(projectWithoutSeed.migrationsFolder, older, { recursive: true })
  await rm(join(older, (await readdir(older)).toSorted().at(-1) ?? ''))
  const target = await createTemporaryDatabase()
  const changes = { project: { ...projectWithoutSeed, migrationsFolder: older } }
  await expect(restoreArchive(target.connection, archived, changes)).rejects.toThrow(
    'This data is from a newer shop',
  )
  expect((await target.sql`select from pg_tables where schemaname = 'public'`).length).toBe(0)
})

test('a restore into a PostgreSQL that is too old is refused before anything is written', async () => {
  const target = await createTemporaryDatabase()
  const { database } = target.connection
  // `older` precedes `pg_catalog` in the search path, so this function replaces PostgreSQL's own and the server seems
  // to be an older version.
  await target.sql.unsafe(`
    create schema older;
    create function older.current_setting(name text) returns text language sql stable as $$
      select case name when 'server_version' then '14.23' when 'server_version_num' then '140023'
        else pg_catalog.current_setting(name) end
    $$;
    alter database ${database} set search_path = older, pg_catalog, public`)
  await expect(restoreArchive(target.connection, archived)).rejects.toThrow(
    new StartError(
      'The test’s database cannot be used: it runs PostgreSQL 14.23, and the shop needs 15 or later',
    ),
  )
  expect(
    await target.sql`
      select nspname from pg_namespace where nspname in ('auth', 'storage', 'extensions', 'supabase_migrations')`,
  ).toEqual([])
})

test('a restore without the right to disable triggers names the command for an administrator', async () => {
  const target = await createTemporaryDatabase()
  await target.sql.unsafe(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'plain_owner') then
        create role plain_owner login createrole bypassrls password 'plain';
      end if;
    end $$;
    grant anon, authenticated, service_role, authenticator to plain_owner with admin option;
    alter database ${target.connection.database} owner to plain_owner;
    alter schema public owner to plain_owner`)
  const plain = { ...target.connection, username: 'plain_owner', password: 'plain' }
  await expect(restoreArchive(plain, archived)).rejects.toThrow(
    'The account plain_owner may not restore. As an administrator run: grant set on parameter session_replication_role to "plain_owner"',
  )
})
