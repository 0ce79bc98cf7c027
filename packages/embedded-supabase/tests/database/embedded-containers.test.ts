import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  queryValue,
  spawnEmbedded,
  canUnshare,
  endProcess,
  getNewDataFolder,
  readPostmasterId,
  sendSignal,
  startEmbedded,
  findWatchdog,
} from '../support/embedded.ts'

// `apart` asks for separate namespaces, as in containers. Where the machine does not allow them, the tests run in one
// namespace and must pass as well.
const apart = true
const hasty = { holder: 0, leftovers: 20_000 }

test(
  'the second of two containers on one folder is refused, and the data stays intact',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir, { apart })
    await queryValue(
      first.connection,
      'create table kept as select n from generate_series(1, 1000) n',
    )
    const second = await startEmbedded(dataDir, { apart, patience: hasty })
    const who = canUnshare ? 'another process or container' : `process ${first.child.pid}`
    expect(second.refused).toBe(
      `${dataDir} is in use by ${who}. Stop it first, or set another DATA_DIR.`,
    )
    await queryValue(first.connection, 'checkpoint')
    await endProcess(first.child)
    const third = await startEmbedded(dataDir, { apart })
    expect(await queryValue(third.connection, 'select count(*) from kept')).toBe('1000')
    expect(
      await queryValue(
        third.connection,
        'select checksum_failures from pg_stat_database where datname = current_database()',
      ),
    ).toBe('0')
  },
)

test(
  'a new process waits for the end of the old one in a rolling update, and logs it',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir, { apart })
    await queryValue(first.connection, 'create table kept as select 1 as n')
    const second = spawnEmbedded(dataDir, { apart })
    await vi.waitFor(
      () =>
        expect(second.log.map((line) => line.message)).toContainEqual(
          expect.stringMatching(/data is in use by .*\. Waiting up to 10 s for its end$/),
        ),
      { timeout: 10_000 },
    )
    await endProcess(first.child)
    const { connection, refused } = await second.opened
    expect(refused).toBeUndefined()
    expect(await queryValue(connection, 'select n from kept')).toBe(1)
  },
)

test(
  'a start waits for the processes that a killed container leaves for a moment',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir, { apart })
    await queryValue(first.connection, 'create table kept as select 1 as n')
    await sendSignal(first.child, 'SIGKILL')
    const second = await startEmbedded(dataDir, { apart })
    expect(second.refused).toBeUndefined()
    expect(await queryValue(second.connection, 'select n from kept')).toBe(1)
  },
)

test(
  'a start is refused while a PostgreSQL in another container still uses the folder',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir, { apart })
    await queryValue(first.connection, 'create table kept as select 1 as n')
    const idFile = join(first.location, 'postmaster.pid')
    const before = await readFile(idFile, 'utf8')
    process.kill(await findWatchdog(first.child), 'SIGKILL')
    await sendSignal(first.child, 'SIGKILL')
    const second = await startEmbedded(dataDir, { apart, patience: { holder: 0, leftovers: 500 } })
    // Without separate namespaces the second start sees the old process and ends it, so it is not refused.
    const refused = `${dirname(first.location)} is still in use by a PostgreSQL that a killed process left behind, perhaps in another container. End it first.`
    expect(second.refused).toBe(canUnshare ? refused : undefined)
    expect((await readFile(idFile, 'utf8')) === before).toBe(canUnshare)
    const { connection } = canUnshare ? first : second
    expect(await queryValue(connection, 'select n from kept')).toBe(1)
  },
)

test(
  'a second DATA_DIR that leads to the same data is refused',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const first = await startEmbedded(dataDir)
    const copy = await getNewDataFolder()
    await mkdir(copy)
    await copyFile(join(dataDir, 'postgres.json'), join(copy, 'postgres.json'))
    await symlink(join(dataDir, 'postgres'), join(copy, 'postgres'))
    const second = await startEmbedded(copy, { apart, patience: hasty })
    expect(second.refused).toContain(`${join(copy, 'postgres')} is in use by `)
    expect(await queryValue(first.connection, 'select 1')).toBe(1)
  },
)

test('a copy of a closed folder opens, and a copy of an open folder without its liveness file is refused', async () => {
  const dataDir = await getNewDataFolder()
  const first = await startEmbedded(dataDir)
  const [open, closed] = [await getNewDataFolder(), await getNewDataFolder()]
  spawnSync('cp', ['-a', dataDir, open])
  await rm(join(open, 'postgres', 'presence'))
  const server = await readPostmasterId(first.location)
  expect((await startEmbedded(open)).refused).toBe(
    `${join(open, 'postgres', 'cluster', 'postmaster.pid')} says that a PostgreSQL (process ${server}) is at work there. If none is, in no container either, remove that file.`,
  )
  await endProcess(first.child)
  spawnSync('cp', ['-a', dataDir, closed])
  await startEmbedded(dataDir)
  expect((await startEmbedded(closed)).refused).toBeUndefined()
})
