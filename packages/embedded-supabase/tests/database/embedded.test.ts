import { statSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sharedSystemFolder } from '../../src/database/cluster-location.ts'
import { areFilesReadableByAll, isRoot, getNobodyAccount } from '../support/accounts.ts'
import {
  queryValue,
  endProcess,
  isAlive,
  getNewDataFolder,
  readPostmasterId,
  sendSignal,
  startEmbedded,
  findWatchdog,
} from '../support/embedded.ts'

test('data persists in UTF-8 with checksums in a folder whose path has spaces', async () => {
  const dataDir = await getNewDataFolder()
  const first = await startEmbedded(dataDir)
  await queryValue(first.connection, "create table kept as select 'Y’alright' as word")
  await endProcess(first.child)
  const second = await startEmbedded(dataDir)
  expect(await queryValue(second.connection, 'select word from kept')).toBe('Y’alright')
  expect(await queryValue(second.connection, 'show data_checksums')).toBe('on')
  expect(await queryValue(second.connection, 'show server_encoding')).toBe('UTF8')
  expect(await queryValue(second.connection, 'show fsync')).toBe('on')
})

test('PostgreSQL demands its password, and only the owner may read the file with it', async () => {
  const dataDir = await getNewDataFolder()
  const { connection } = await startEmbedded(dataDir)
  await expect(queryValue({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(
    'password authentication',
  )
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0)
})

test('a password file of an earlier version is removed at the next start', async () => {
  const dataDir = await getNewDataFolder()
  const folder = join(dataDir, 'postgres')
  const left = ['password-0123456789ab', 'password-of-mine']
  await mkdir(folder, { recursive: true })
  for (const name of left) await writeFile(join(folder, name), 'secret')
  const first = await startEmbedded(dataDir)
  expect(await readdir(folder)).not.toContain(left[0])
  await endProcess(first.child)
  await writeFile(join(folder, 'password-0123456789ab'), 'secret')
  await startEmbedded(dataDir)
  const names = await readdir(folder)
  expect(names.filter((name) => name.startsWith('password-'))).toEqual(['password-of-mine'])
})

test('a missing database is not silently replaced by an empty one', async () => {
  const dataDir = await getNewDataFolder()
  const first = await startEmbedded(dataDir)
  await endProcess(first.child)
  await rm(first.location, { recursive: true })
  const second = await startEmbedded(dataDir)
  expect(second.refused).toBe(
    `The database should be in ${first.location} and is gone. Put it back, or remove ${join(dataDir, 'postgres.json')} to begin with an empty one.`,
  )
})

test('a second process on the same data is refused with one line', async () => {
  const dataDir = await getNewDataFolder()
  const first = await startEmbedded(dataDir)
  const second = await startEmbedded(dataDir, { patience: { holder: 0, leftovers: 0 } })
  expect(second.refused).toBe(
    `${dataDir} is in use by process ${first.child.pid}. Stop it first, or set another DATA_DIR.`,
  )
  expect(await queryValue(first.connection, 'select 1')).toBe(1)
})

test('PostgreSQL stops when its owner is killed, and the next start has all data', async () => {
  const dataDir = await getNewDataFolder()
  const first = await startEmbedded(dataDir)
  await queryValue(first.connection, 'create table kept as select 1 as n')
  const postmaster = await readPostmasterId(first.location)
  await sendSignal(first.child, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 10_000 })
  const second = await startEmbedded(dataDir)
  expect(await queryValue(second.connection, 'select n from kept')).toBe(1)
})

test('the data opens again when the shop is closed just after its PostgreSQL was killed', async () => {
  const dataDir = await getNewDataFolder()
  const first = await startEmbedded(dataDir)
  process.kill(await readPostmasterId(first.location), 'SIGKILL')
  await endProcess(first.child)
  const second = await startEmbedded(dataDir)
  expect(second.refused).toBeUndefined()
  expect(await queryValue(second.connection, 'select 1')).toBe(1)
})

test.runIf(process.platform === 'linux')(
  'an orphaned PostgreSQL is stopped and its data folder reused',
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir)
    await queryValue(first.connection, 'create table kept as select 1 as n')
    const postmaster = await readPostmasterId(first.location)
    process.kill(await findWatchdog(first.child), 'SIGKILL')
    await sendSignal(first.child, 'SIGKILL')
    expect(isAlive(postmaster)).toBe(true)
    const second = await startEmbedded(dataDir)
    expect(isAlive(postmaster)).toBe(false)
    expect(await queryValue(second.connection, 'select n from kept')).toBe(1)
  },
)

test.runIf(process.platform === 'linux')(
  'the next start recovers the data after all processes were killed at once',
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir)
    await queryValue(first.connection, 'create table kept as select 1 as n')
    const postmaster = await readPostmasterId(first.location)
    for (const pid of [first.child.pid ?? 0, await findWatchdog(first.child), postmaster])
      process.kill(pid, 'SIGKILL')
    const second = await startEmbedded(dataDir)
    expect(await queryValue(second.connection, 'select n from kept')).toBe(1)
  },
)

test.runIf(isRoot)('the data moves outside a folder that only root may enter', async () => {
  const dataDir = await getNewDataFolder(0o700)
  const first = await startEmbedded(dataDir)
  onTestFinished(() => rm(dirname(first.location), { recursive: true, force: true }))
  expect(first.location.startsWith(`${sharedSystemFolder}/data-`)).toBe(true)
  await queryValue(first.connection, 'create table kept as select 1 as n')
  await endProcess(first.child)
  const second = await startEmbedded(dataDir)
  expect(second.location).toBe(first.location)
  expect(await queryValue(second.connection, 'select n from kept')).toBe(1)
})

test.runIf(isRoot && areFilesReadableByAll)(
  'a user without root rights runs PostgreSQL in a folder of their own',
  async () => {
    const { uid, gid } = getNobodyAccount()
    const parent = join(await getNewDataFolder(0o777), '..')
    const { location } = await startEmbedded(join(parent, 'own'), { uid, gid })
    expect(statSync(location).uid).toBe(uid)
  },
)
