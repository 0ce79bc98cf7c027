import { statSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outsideFolder } from '../../src/database/cluster-location.ts'
import { isOpenToAll, isRoot, nobody } from '../support/accounts.ts'
import {
  ask,
  end,
  isAlive,
  makeFolder,
  postmasterOf,
  signal,
  startEmbedded,
  watchdogOf,
} from '../support/embedded.ts'

test('data persists in UTF-8 with checksums in a folder whose path has spaces', async () => {
  const dataDir = await makeFolder()
  const first = await startEmbedded(dataDir)
  await ask(first.connection, "create table kept as select 'Y’alright' as word")
  await end(first.child)
  const second = await startEmbedded(dataDir)
  expect(await ask(second.connection, 'select word from kept')).toBe('Y’alright')
  expect(await ask(second.connection, 'show data_checksums')).toBe('on')
  expect(await ask(second.connection, 'show server_encoding')).toBe('UTF8')
  expect(await ask(second.connection, 'show fsync')).toBe('on')
})

test('PostgreSQL demands its password, and only the owner may read the file with it', async () => {
  const dataDir = await makeFolder()
  const { connection } = await startEmbedded(dataDir)
  await expect(ask({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(
    'password authentication',
  )
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0)
})

test('a password file of an earlier version is removed at the next start', async () => {
  const dataDir = await makeFolder()
  const folder = join(dataDir, 'postgres')
  const left = ['password-0123456789ab', 'password-of-mine']
  await mkdir(folder, { recursive: true })
  for (const name of left) await writeFile(join(folder, name), 'secret')
  const first = await startEmbedded(dataDir)
  expect(await readdir(folder)).not.toContain(left[0])
  await end(first.child)
  await writeFile(join(folder, 'password-0123456789ab'), 'secret')
  await startEmbedded(dataDir)
  const names = await readdir(folder)
  expect(names.filter((name) => name.startsWith('password-'))).toEqual(['password-of-mine'])
})

test('a missing database is not silently replaced by an empty one', async () => {
  const dataDir = await makeFolder()
  const first = await startEmbedded(dataDir)
  await end(first.child)
  await rm(first.location, { recursive: true })
  const second = await startEmbedded(dataDir)
  expect(second.refused).toBe(
    `The database should be in ${first.location} and is gone. Put it back, or remove ${join(dataDir, 'postgres.json')} to begin with an empty one.`,
  )
})

test('a second process on the same data is refused with one line', async () => {
  const dataDir = await makeFolder()
  const first = await startEmbedded(dataDir)
  const second = await startEmbedded(dataDir, { patience: { holder: 0, leftovers: 0 } })
  expect(second.refused).toBe(
    `${dataDir} is in use by process ${first.child.pid}. Stop it first, or set another DATA_DIR.`,
  )
  expect(await ask(first.connection, 'select 1')).toBe(1)
})

test('PostgreSQL stops when its owner is killed, and the next start has all data', async () => {
  const dataDir = await makeFolder()
  const first = await startEmbedded(dataDir)
  await ask(first.connection, 'create table kept as select 1 as n')
  const postmaster = await postmasterOf(first.location)
  await signal(first.child, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 10_000 })
  const second = await startEmbedded(dataDir)
  expect(await ask(second.connection, 'select n from kept')).toBe(1)
})

test('the data opens again when the shop is closed just after its PostgreSQL was killed', async () => {
  const dataDir = await makeFolder()
  const first = await startEmbedded(dataDir)
  process.kill(await postmasterOf(first.location), 'SIGKILL')
  await end(first.child)
  const second = await startEmbedded(dataDir)
  expect(second.refused).toBeUndefined()
  expect(await ask(second.connection, 'select 1')).toBe(1)
})

test.runIf(process.platform === 'linux')(
  'an orphaned PostgreSQL is stopped and its data folder reused',
  async () => {
    const dataDir = await makeFolder()
    const first = await startEmbedded(dataDir)
    await ask(first.connection, 'create table kept as select 1 as n')
    const postmaster = await postmasterOf(first.location)
    process.kill(await watchdogOf(first.child), 'SIGKILL')
    await signal(first.child, 'SIGKILL')
    expect(isAlive(postmaster)).toBe(true)
    const second = await startEmbedded(dataDir)
    expect(isAlive(postmaster)).toBe(false)
    expect(await ask(second.connection, 'select n from kept')).toBe(1)
  },
)

test.runIf(process.platform === 'linux')(
  'the next start recovers the data after all processes were killed at once',
  async () => {
    const dataDir = await makeFolder()
    const first = await startEmbedded(dataDir)
    await ask(first.connection, 'create table kept as select 1 as n')
    const postmaster = await postmasterOf(first.location)
    for (const pid of [first.child.pid ?? 0, await watchdogOf(first.child), postmaster])
      process.kill(pid, 'SIGKILL')
    const second = await startEmbedded(dataDir)
    expect(await ask(second.connection, 'select n from kept')).toBe(1)
  },
)

test.runIf(isRoot)('the data moves outside a folder that only root may enter', async () => {
  const dataDir = await makeFolder(0o700)
  const first = await startEmbedded(dataDir)
  onTestFinished(() => rm(dirname(first.location), { recursive: true, force: true }))
  expect(first.location.startsWith(`${outsideFolder}/data-`)).toBe(true)
  await ask(first.connection, 'create table kept as select 1 as n')
  await end(first.child)
  const second = await startEmbedded(dataDir)
  expect(second.location).toBe(first.location)
  expect(await ask(second.connection, 'select n from kept')).toBe(1)
})

test.runIf(isRoot && isOpenToAll)(
  'a user without root rights runs PostgreSQL in a folder of their own',
  async () => {
    const { uid, gid } = nobody()
    const parent = join(await makeFolder(0o777), '..')
    const { location } = await startEmbedded(join(parent, 'own'), { uid, gid })
    expect(statSync(location).uid).toBe(uid)
  },
)
