import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase } from '../../backend/database/connect.ts'
import type { DatabaseConnection } from '../../backend/database/embedded.ts'
import { outsideFolder } from '../../backend/database/place.ts'
import { processCommand, processStartedAt } from '../../backend/database/process-table.ts'

const script = fileURLToPath(new URL('../support/embedded-process.ts', import.meta.url))
const isRoot = process.getuid?.() === 0
const clearUps: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clearUp of clearUps.splice(0).toReversed()) await clearUp()
})

interface Answer {
  connection: DatabaseConnection
  location: string
  refused: string | undefined
}

async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded test '))
  await chmod(folder, mode)
  clearUps.push(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

async function start(
  dataDir: string,
  as: { uid?: number; gid?: number } = {},
): Promise<Answer & { child: ChildProcess }> {
  const child = spawn(process.execPath, [script, dataDir], {
    ...as,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  clearUps.push(() => stop(child))
  const [line]: string[] = await once(createInterface(child.stdout), 'line')
  const answer: Answer = JSON.parse(line ?? '{}')
  return { ...answer, child }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

async function ask(connection: DatabaseConnection, question: string): Promise<unknown> {
  const { sql, close } = connectDatabase(connection)
  try {
    const [row] = await sql.unsafe(question)
    return Object.values(row ?? {})[0]
  } finally {
    await close()
  }
}

async function postmasterOf(location: string): Promise<number> {
  return Number.parseInt(await readFile(join(location, 'postmaster.pid'), 'utf8'), 10)
}

/** The little shell that stops PostgreSQL when its owner is gone. */
function watchdogOf(postmaster: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return Number(
    pids.find((pid) => processCommand(Number(pid))?.includes(`kill -INT "$1" sh ${postmaster}`)),
  )
}

test('what is written stays, in UTF-8, with checksums, in a folder whose path has spaces', async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  await ask(first.connection, "create table kept as select 'Y’alright' as word")
  await stop(first.child)
  const second = await start(dataDir)
  expect(await ask(second.connection, 'select word from kept')).toBe('Y’alright')
  expect(await ask(second.connection, 'show data_checksums')).toBe('on')
  expect(await ask(second.connection, 'show server_encoding')).toBe('UTF8')
  expect(await ask(second.connection, 'show fsync')).toBe('on')
})

test('the password is asked for and its file is for its owner alone', async () => {
  const dataDir = await makeFolder()
  const { connection } = await start(dataDir)
  await expect(ask({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(
    'password authentication',
  )
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0)
})

test('a database that has gone missing is not replaced by an empty one in silence', async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  await stop(first.child)
  await rm(first.location, { recursive: true })
  const second = await start(dataDir)
  expect(second.refused).toBe(
    `The database should be in ${first.location} and is gone. Put it back, or remove ${join(dataDir, 'postgres.json')} to begin with an empty one.`,
  )
})

test('a second process on the same data is refused with one clear line', async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  const second = await start(dataDir)
  expect(second.refused).toBe(
    `${dataDir} is in use by process ${first.child.pid}. Stop it first, or set another DATA_DIR.`,
  )
  expect(await ask(first.connection, 'select 1')).toBe(1)
})

test('when its owner is killed PostgreSQL stops by itself, and the next start has everything', async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir)
  await ask(first.connection, 'create table kept as select 1 as n')
  const postmaster = await postmasterOf(first.location)
  await stop(first.child, 'SIGKILL')
  await expect.poll(() => processStartedAt(postmaster), { timeout: 10_000 }).toBeNull()
  const second = await start(dataDir)
  expect(await ask(second.connection, 'select n from kept')).toBe(1)
})

test.runIf(process.platform === 'linux')(
  'a PostgreSQL that was left behind is stopped and its data taken over',
  async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    await ask(first.connection, 'create table kept as select 1 as n')
    const postmaster = await postmasterOf(first.location)
    process.kill(watchdogOf(postmaster), 'SIGKILL')
    await stop(first.child, 'SIGKILL')
    expect(processStartedAt(postmaster)).not.toBeNull()
    const second = await start(dataDir)
    expect(processStartedAt(postmaster)).toBeNull()
    expect(await ask(second.connection, 'select n from kept')).toBe(1)
  },
)

test.runIf(process.platform === 'linux')(
  'after everything was killed at once the next start recovers',
  async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir)
    await ask(first.connection, 'create table kept as select 1 as n')
    const postmaster = await postmasterOf(first.location)
    for (const pid of [first.child.pid ?? 0, watchdogOf(postmaster), postmaster])
      process.kill(pid, 'SIGKILL')
    const second = await start(dataDir)
    expect(await ask(second.connection, 'select n from kept')).toBe(1)
  },
)

test('a PostgreSQL that dies while its owner lives is started again on the same port', async () => {
  const dataDir = await makeFolder()
  const { connection, location } = await start(dataDir)
  process.kill(await postmasterOf(location), 'SIGKILL')
  const answer = (): Promise<unknown> =>
    ask(connection, 'select 1').catch((error: Error) => error.message)
  await expect.poll(answer, { timeout: 10_000 }).toBe(1)
})

test.runIf(isRoot)(
  'in a folder that only root may enter the data lies where its account can reach it',
  async () => {
    const dataDir = await makeFolder(0o700)
    const first = await start(dataDir)
    clearUps.splice(1, 0, () => rm(join(first.location, '..'), { recursive: true, force: true }))
    expect(first.location.startsWith(`${outsideFolder}/data-`)).toBe(true)
    await ask(first.connection, 'create table kept as select 1 as n')
    await stop(first.child)
    const second = await start(dataDir)
    expect(second.location).toBe(first.location)
    expect(await ask(second.connection, 'select n from kept')).toBe(1)
  },
)

/** An ordinary person cannot run what lies in root's home. */
const isReachable = ancestors(import.meta.dirname).every((folder) => statSync(folder).mode & 0o001)

test.runIf(isRoot && isReachable)(
  'an ordinary person runs it in a folder of their own',
  async () => {
    const { uid, gid } = nobody()
    const parent = join(await makeFolder(0o777), '..')
    const { location } = await start(join(parent, 'own'), { uid, gid })
    expect(statSync(location).uid).toBe(uid)
  },
)

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
