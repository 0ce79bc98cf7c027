import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientConfig, TypeOverrides } from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectDatabase, type Database } from '../../src/database/connect.ts'
import { DatabaseUnreachableError, NoSessionError } from '../../src/database/errors.ts'
import { createListener } from '../../src/database/listener.ts'
import { type ConnectionPool, openPool } from '../../src/database/pool.ts'
import { type FaultyProxy, openFaultyProxy } from '../support/faulty-proxy.ts'
import { startTestDatabase } from '../support/database.ts'

const server = await startTestDatabase()
await server.sql`create table public.kept (n int)`
afterAll(() => server.stop())

const closing: (() => Promise<void> | void)[] = []
let proxy: FaultyProxy
beforeEach(async () => {
  proxy = await openFaultyProxy(server.connection.port)
  closing.push(() => proxy.cut())
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await server.sql`delete from public.kept`
})

function target(): ClientConfig {
  const { username: user, ...rest } = server.connection
  return { ...rest, user, port: proxy.port }
}

function address(): string {
  const { username, password, database } = server.connection
  return `postgres://${username}:${password}@127.0.0.1:${proxy.port}/${database}`
}

function connect(): Database {
  const database = connectDatabase({ ...server.connection, port: proxy.port })
  closing.push(database.close)
  return database
}

function open(
  settings: { max?: number; ceiling?: number; patience?: number } = {},
  config: ClientConfig = target(),
) {
  const types = new TypeOverrides()
  const pool = openPool(config, { max: 4, ceiling: 10_000, types, ...settings })
  closing.push(pool.close)
  return pool
}

/** Makes the pool open `size` connections, which is all that it may have, and releases them. */
async function fill(pool: ConnectionPool, size: number): Promise<void> {
  const leases = await Promise.all(Array.from({ length: size }, () => pool.take()))
  for (const lease of leases) lease.release()
}

const ask = (pool: ConnectionPool) =>
  pool.use(async (connection) => (await connection.run({ text: 'select 1 as n' })).rows)

const disturbances: [string, () => Promise<void> | void][] = [
  ['is cut', () => proxy.cut()],
  ['breaks off in the middle of a response', () => proxy.breakAnswers()],
]

test.each(disturbances)(
  'a transaction whose connection %s fails and commits nothing',
  { tags: ['abuse-database'] },
  async (_, disturb) => {
    const { sql } = connect()
    const spoken: string[] = []
    const outcome = sql.begin(async (tx) => {
      await tx`insert into public.kept values (1)`
      await disturb()
      await Promise.allSettled([
        tx`insert into public.kept values (2)`,
        tx`insert into public.kept values (3)`,
      ]).then((all) => spoken.push(...all.map(({ status }) => status)))
      await tx`insert into public.kept values (4)`
    })
    await expect(outcome).rejects.toThrow(DatabaseUnreachableError)
    expect(spoken.at(-1)).toBe('rejected')
    await proxy.mend()
    await sql`insert into public.kept values (5)`
    expect(await server.sql`select n from public.kept`).toEqual([{ n: 5 }])
  },
)

test('a lost connection rejects every pending and later statement', async () => {
  const lease = await open().take()
  const answers = lease.runAll([
    { text: 'begin' },
    { text: 'select pg_sleep(60)', values: [], name: 'sleep' },
    { text: 'commit' },
  ])
  await expect
    .poll(() => server.sql`select from pg_stat_activity where wait_event = 'PgSleep'`)
    .toHaveLength(1)
  await proxy.cut()
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(lease.run({ text: 'select 1' })).rejects.toThrow(DatabaseUnreachableError)
  lease.release()
  await server.sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`
})

test('a connection that the server ends while idle does not fail the next query', async () => {
  const pool = open()
  await fill(pool, 4)
  await server.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await expect.poll(() => ask(pool)).toEqual([{ n: 1 }])
})

test.each([
  ['its parts', target],
  ['an address', () => ({ connectionString: address() })],
])(
  'a statement on a silent connection times out, and the other silent connections are discarded (a server given by %s)',
  async (_, config) => {
    const pool = open({ ceiling: 500 }, config())
    await fill(pool, 4)
    proxy.freeze()
    await expect(ask(pool)).rejects.toThrow(DatabaseUnreachableError)
    await proxy.mend()
    for (let caller = 0; caller < 4; caller += 1) expect(await ask(pool)).toEqual([{ n: 1 }])
  },
)

test('a server that accepts a connection and sends nothing times out', async () => {
  const pool = open({ max: 2 })
  proxy.freeze()
  const outcomes = await Promise.allSettled([ask(pool), ask(pool)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await proxy.mend()
  expect(await ask(pool)).toEqual([{ n: 1 }])
}, 15_000)

test('a caller that waits too long for a connection is refused, and the next one gets it', async () => {
  const pool = open({ max: 1, patience: 300 })
  // The first connection may take longer than the pool's timeout on a busy machine, which this test does not measure.
  const lease = await vi.waitFor(() => pool.take(), 10_000)
  await expect(pool.take()).rejects.toThrow(NoSessionError)
  lease.release()
  expect(await ask(pool)).toEqual([{ n: 1 }])
})

test('a transaction that a caller leaves open is rolled back before the next caller', async () => {
  const pool = open({ max: 1 })
  await pool.use(async (connection) => {
    await connection.run({ text: 'begin' })
    await connection.run({ text: 'insert into public.kept values (1)' })
  })
  await pool.use((connection) => connection.run({ text: 'insert into public.kept values (2)' }))
  expect(await server.sql`select n from public.kept`).toEqual([{ n: 2 }])
})

test('statements sent at once fail from the first error on, and the commit rolls back', async () => {
  const pool = open({ max: 1 })
  const outcomes = await pool.use((connection) =>
    connection.runAll([
      { text: 'begin' },
      { text: 'insert into public.kept values (1)' },
      { text: 'select nothing_of_the_kind', values: [], name: 'bad' },
      { text: 'select $1::int as n', values: ['7'], name: 'good' },
      { text: 'commit' },
    ]),
  )
  expect(
    outcomes.map((each) => (each.status === 'rejected' ? each.reason.code : each.value.command)),
  ).toEqual(['BEGIN', 'INSERT', '42703', '25P02', 'ROLLBACK'])
  const { rows } = await pool.use((connection) =>
    connection.run({ text: 'select $1::int as n', values: ['7'], name: 'good' }),
  )
  expect(rows).toEqual([{ n: 7 }])
  expect(await server.sql`select n from public.kept`).toEqual([])
})

test('a prepared statement is prepared again on each new connection', async () => {
  const pool = open()
  const statement = { text: 'select $1::int as n', values: ['7'], name: 'kept' }
  const answer = () => pool.use(async (connection) => (await connection.run(statement)).rows)
  for (let round = 0; round < 3; round += 1) {
    await expect.poll(answer).toEqual([{ n: 7 }])
    await proxy.cut()
    await proxy.mend()
  }
})

test('a transaction that continues after a failed statement is rejected instead of committing nothing', async () => {
  const { sql } = connect()
  const outcome = sql.begin(async (tx) => {
    await tx`insert into public.kept values (1)`
    await Promise.allSettled([tx`select nothing_of_the_kind`])
  })
  await expect(outcome).rejects.toThrow('A statement of the transaction had failed')
})

test('options in the database URL cannot change the role of REST sessions', async () => {
  const url = new URL(address())
  url.searchParams.set('options', '-c role=postgres -c application_name=ours')
  const { sql, sessions, close } = connectDatabase(url)
  closing.push(close)
  const text = "select current_user as role, current_setting('application_name') as name"
  const { rows } = await sessions.use((session) => session.run({ text }))
  expect(rows).toEqual([{ role: 'authenticator', name: 'ours' }])
  expect(await sql.unsafe(text)).toEqual([{ role: 'postgres', name: 'ours' }])
})

test('closing a pool waits neither for a connecting nor for a leased connection', async () => {
  const pool = open({ max: 2 })
  await pool.take()
  proxy.freeze()
  const outcome = Promise.allSettled([pool.take()])
  await pool.close()
  expect((await outcome)[0]?.status).toBe('rejected')
  closing.splice(1, 1)
}, 20_000)

const losses: [string, () => Promise<void> | void][] = [
  ...disturbances,
  ['goes silent', () => proxy.freeze()],
  [
    'is ended by the server',
    async () => {
      await server.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' or query = 'select 1'`
    },
  ],
]

test.each(losses)(
  'a listener whose connection %s listens again and logs it',
  { tags: ['abuse-database'] },
  async (_, lose) => {
    const received: string[] = []
    const lines: string[] = []
    const log = { warn: (_: object, message: string) => void lines.push(message) }
    const listener = createListener(target(), log, 200)
    closing.push(listener.close)
    await listener.listen(
      'news',
      (payload) => void received.push(payload),
      () => void received.push('listening'),
    )
    await server.sql`notify news, 'one'`
    await expect.poll(() => received).toEqual(['listening', 'one'])
    await lose()
    await expect.poll(() => lines).toHaveLength(1)
    await proxy.mend()
    await expect.poll(() => received).toEqual(['listening', 'one', 'listening'])
    await server.sql`notify news, 'two'`
    await expect.poll(() => received).toEqual(['listening', 'one', 'listening', 'two'])
  },
)

test('a listener waits until the database can be reached', async () => {
  await proxy.cut()
  const { sql } = connect()
  const listening = sql.listen('news', () => undefined)
  await expect(sql`select 1`).rejects.toThrow(DatabaseUnreachableError)
  await proxy.mend()
  const { unlisten } = await listening
  await unlisten()
  expect(await server.sql`select 1 as n`).toEqual([{ n: 1 }])
})

/**
 * Returns the URL of a database with a root certificate whose file is missing, as while the file is being replaced.
 * `restore` writes the file.
 */
async function certified(): Promise<{ config: ClientConfig; restore: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  closing.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'root.crt')
  const url = new URL(address())
  url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('sslrootcert', file)
  return { config: { connectionString: url.href }, restore: () => writeFile(file, '') }
}

test('a listener retries while its certificate is missing', async () => {
  const { config, restore } = await certified()
  const warnings: string[] = []
  const listener = createListener(config, { warn: (_, message) => void warnings.push(message) })
  closing.push(listener.close)
  const listening = listener.listen('news', () => undefined)
  await vi.waitFor(() =>
    expect(warnings).toEqual(['listener: its connection is lost, trying again']),
  )
  await restore()
  await expect(listening).resolves.toBeDefined()
})

test('a pool rejects its callers and those who wait while its certificate is missing', async () => {
  const { config, restore } = await certified()
  await restore()
  const pool = open({ max: 1 }, config)
  const lease = await pool.take()
  await rm(new URL(String(config.connectionString)).searchParams.get('sslrootcert') ?? '')
  const waiting = Promise.allSettled([ask(pool), ask(pool)])
  await Promise.allSettled([lease.run({ text: 'select pg_terminate_backend(pg_backend_pid())' })])
  lease.release()
  expect(await waiting).toEqual([
    { status: 'rejected', reason: expect.any(DatabaseUnreachableError) },
    { status: 'rejected', reason: expect.any(DatabaseUnreachableError) },
  ])
  await restore()
  expect(await ask(pool)).toEqual([{ n: 1 }])
})
