import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import {
  prepareDatabase,
  getVersionFault,
} from '../../packages/embedded-supabase/src/database/prepare.ts'
import { findProject } from '../../supabase/project.ts'
import { startTestDatabase } from '../support/database.ts'

const supabase = fileURLToPath(new URL('../../supabase', import.meta.url))
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await startTestDatabase()
afterAll(() => database.stop())

test('a test database has every migration in its history', async () => {
  const history =
    await database.sql`select version from supabase_migrations.schema_migrations order by 1`
  const files = (await readdir(join(supabase, 'migrations')))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  expect(history.map((row) => row.version)).toEqual(files.map((name) => name.split('_')[0]))
})

test('processes that start at once prepare the database once', async () => {
  const project = { ...findProject(supabase), seedFiles: [] }
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => prepareDatabase(database.sql, project, silent)),
  )
  expect(outcomes).toEqual([[], [], [], []])
})

test.each([
  ['14.23', 140023, 'it runs PostgreSQL 14.23, and the shop needs 15 or later'],
  ['15.0 (Debian 15.0-1)', 150000, null],
  ['18.4', 180004, null],
])(
  'the PostgreSQL version %s is accepted or refused as required',
  { tags: ['abuse-refused-start'] },
  (name, number, fault) => {
    expect(getVersionFault(name, number)).toBe(fault)
  },
)

test('a connection lost in a migration is reported with its file, and its place in the pool is released', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(
    join(folder, '20990101000000_breaks.sql'),
    'select pg_terminate_backend(pg_backend_pid());',
  )
  const { sql, close } = connectDatabase(database.connection, { owner: 1 })
  try {
    const project = { migrationsFolder: folder, seedFiles: [] }
    await expect(prepareDatabase(sql, project, silent)).rejects.toThrow(
      '20990101000000_breaks.sql: terminating connection due to administrator command',
    )
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
})

test('the database responds to pings, which share a statement, while all other connections are in use', async () => {
  const one = { owner: 1, visitors: 1, rest: 1 }
  const { sql, sessions, ping, close } = connectDatabase(database.connection, one)
  const [reserved, session] = await Promise.all([sql.reserve(), sessions.take()])
  try {
    const first = ping()
    expect(ping()).toBe(first)
    await first
    await ping()
  } finally {
    reserved.release()
    session.release()
    await close()
  }
})

test('the REST connections have a role that can read nothing', async () => {
  await database.sessions.use(async (session) => {
    const { rows } = await session.run({ text: 'select current_user as role' })
    expect(rows).toEqual([{ role: 'authenticator' }])
    for (const table of ['public.products', 'auth.users'])
      await expect(session.run({ text: `select from ${table}` })).rejects.toThrow(
        'permission denied',
      )
  })
})

test('the API roles have a statement timeout', { tags: ['abuse-32'] }, async () => {
  const rows = await database.sql`
    select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated') order by 1
  `
  expect(rows.map((row) => row.rolconfig)).toEqual([
    ['statement_timeout=3s'],
    ['statement_timeout=8s'],
  ])
})
