import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseConnection } from '../../src/database/embedded.ts'
import { keepPostgresRunning } from '../../src/database/keep-running.ts'
import { startPostmaster } from '../../src/database/postmaster.ts'
import {
  queryValue,
  getNewDataFolder,
  type EmbeddedProcess,
  readPostmasterId,
  startEmbedded,
} from '../support/embedded.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Returns the last output of PostgreSQL before each of the restarts that are in the log. */
function lastWords({ log }: Pick<EmbeddedProcess, 'log'>): string[] {
  return log
    .filter((line) => line.message === 'postgresql: ended, is started again')
    .map((line) => String(line.lastWords))
}

async function untilAnswered(connection: DatabaseConnection, question: string): Promise<unknown> {
  let answer: unknown
  await vi.waitFor(
    async () => {
      answer = await queryValue(connection, question)
    },
    { timeout: 15_000, interval: 100 },
  )
  return answer
}

test('a killed PostgreSQL is restarted on the same port and logged once', async () => {
  const dataDir = await getNewDataFolder()
  const holder = await startEmbedded(dataDir)
  process.kill(await readPostmasterId(holder.location), 'SIGKILL')
  expect(await untilAnswered(holder.connection, 'select 1')).toBe(1)
  await vi.waitFor(() =>
    expect(holder.log.map((line) => line.message)).toEqual([
      'postgresql: ended, is started again',
      'postgresql: runs again',
    ]),
  )
})

test(
  'PostgreSQL is restarted with its last output in the log until its files are back',
  { tags: ['abuse-database'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const holder = await startEmbedded(dataDir)
    await queryValue(holder.connection, 'create table kept as select 1 as n')
    const server = await readPostmasterId(holder.location)
    await rename(join(holder.location, 'global'), join(holder.location, 'mislaid'))
    process.kill(server, 'SIGKILL')
    await vi.waitFor(() => expect(lastWords(holder).length).toBeGreaterThan(3), { timeout: 15_000 })
    expect(lastWords(holder)[3]).toContain('could not find the database system')
    await rename(join(holder.location, 'mislaid'), join(holder.location, 'global'))
    expect(await untilAnswered(holder.connection, 'select n from kept')).toBe(1)
    expect(holder.log.filter((line) => line.level !== 'info')).toHaveLength(
      lastWords(holder).length,
    )
  },
)

test(
  'the restart waits while another program has the port',
  { tags: ['abuse-database'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const holder = await startEmbedded(dataDir)
    holder.child.kill('SIGSTOP')
    process.kill(await readPostmasterId(holder.location), 'SIGKILL')
    const other = createServer()
    onTestFinished(() => void other.close())
    await vi.waitFor(async () => {
      other.listen(holder.connection.port, '127.0.0.1')
      await once(other, 'listening')
    })
    holder.child.kill('SIGCONT')
    await vi.waitFor(() => expect(lastWords(holder).length).toBeGreaterThan(2), { timeout: 15_000 })
    expect(lastWords(holder)[2]).toContain('could not create any TCP/IP sockets')
    other.close()
    expect(await untilAnswered(holder.connection, 'select 1')).toBe(1)
  },
)

test(
  'the database comes back with all committed data once a full disk has space again',
  { tags: ['abuse-database'] },
  async () => {
    const dataDir = await getNewDataFolder()
    await mkdir(dataDir)
    const isSmall = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'none', dataDir])
    if (isSmall.status === 0) onTestFinished(() => void spawnSync('umount', ['-l', dataDir]))
    const holder = await startEmbedded(dataDir)
    await queryValue(holder.connection, 'create table kept (n int)')
    await queryValue(holder.connection, 'insert into kept values (1)')
    const filling = join(dataDir, 'filling')
    if (isSmall.status === 0) await fill(dataDir, filling, holder.connection)
    else await mislay(holder.location)
    await vi.waitFor(() => expect(lastWords(holder).length).toBeGreaterThan(2), { timeout: 20_000 })
    expect(lastWords(holder)[2]).toContain(
      isSmall.status === 0 ? 'No space left on device' : 'pg_wal',
    )
    if (isSmall.status === 0) await rm(filling)
    else await rename(`${holder.location}/mislaid`, `${holder.location}/pg_wal`)
    expect(await untilAnswered(holder.connection, 'select n from kept')).toBe(1)
  },
)

/** Fills the disk, and then writes to PostgreSQL's write-ahead log until PostgreSQL stops for lack of space. */
async function fill(dataDir: string, file: string, connection: DatabaseConnection): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  await writeFile(file, Buffer.alloc(bavail * bsize - 4096))
  const write = `select count(pg_logical_emit_message(true, 'filling', repeat('x', 1000000))) from generate_series(1, 40)`
  await vi.waitFor(
    () => expect(queryValue(connection, write)).rejects.toThrow(/ECONN|closed|reset|ended/i),
    { timeout: 20_000 },
  )
}

/**
 * Moves `pg_wal` away, so that PostgreSQL cannot write its write-ahead log. This replaces a full disk on machines where
 * the test may not mount a small one.
 */
async function mislay(location: string): Promise<void> {
  const server = await readPostmasterId(location)
  await rename(join(location, 'pg_wal'), join(location, 'mislaid'))
  process.kill(server, 'SIGKILL')
}

test('a missing executable counts as a failed restart', async () => {
  const place = {
    folder: await getNewDataFolder(),
    user: null,
    password: '',
    isCreated: true,
    recordFile: '',
  }
  await mkdir(place.folder)
  const server = await startPostmaster(place, join(place.folder, 'nowhere'), 1, quiet)
  expect(await server.ready).toBe(false)
  expect(await server.ended).toMatch(/nowhere\/bin\/postgres: not found/)
})

test('the delay before a restart does not grow when PostgreSQL ran for a while', async () => {
  const dataDir = await getNewDataFolder()
  const holder = await startEmbedded(dataDir)
  for (let deaths = 0; deaths < 5; deaths += 1) {
    await untilAnswered(holder.connection, 'select pg_sleep(0.5)')
    process.kill(await readPostmasterId(holder.location), 'SIGKILL')
    await vi.waitFor(() => expect(lastWords(holder)).toHaveLength(deaths + 1), { timeout: 5000 })
  }
  expect(await untilAnswered(holder.connection, 'select 1')).toBe(1)
  expect(holder.log.flatMap(({ delay }) => (delay === undefined ? [] : [delay]))).toEqual(
    Array.from({ length: 5 }, () => 200),
  )
})

test(
  'closing ends the wait for the next restart at once',
  { tags: ['abuse-database'] },
  async () => {
    const delays: unknown[] = []
    const dead = {
      ready: Promise.resolve(false),
      ended: Promise.resolve('gone'),
      stop: async () => undefined,
    }
    const outcome = await new Promise((resolve) => {
      const error = (details: object): void => {
        delays.push('delay' in details && details.delay)
        if (delays.length === 4) void stop().then(() => resolve('closed'))
        if (delays.length === 5) resolve('tried once more')
      }
      const stop = keepPostgresRunning(dead, async () => dead, { ...quiet, error })
    })
    expect(outcome).toBe('closed')
    expect(delays).toEqual([200, 400, 800, 1600])
  },
)
