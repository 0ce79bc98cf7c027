import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  queryValue,
  spawnEmbedded,
  getNewDataFolder,
  findProcessesWith,
  startEmbedded,
} from '../support/embedded.ts'

/**
 * The files that a first start creates, in this order. The test kills the start after each of them, because each leaves
 * something different for the next start to clean up.
 */
const moments = [
  'postgres.json.new',
  'postgres/presence',
  'postgres/unfinished',
  'postgres/unfinished/PG_VERSION',
  'postgres/unfinished/global/pg_control',
  'postgres/unfinished/base/5',
  'postgres/cluster',
  'postgres/cluster/postmaster.pid',
]

test.each(moments)(
  'a first start killed at %s leaves no process and no password, and the next start opens',
  { tags: ['abuse-first-start'], timeout: 40_000 },
  async (moment) => {
    const dataDir = await getNewDataFolder()
    const { child } = spawnEmbedded(dataDir)
    // Later files count as well, because some files exist so briefly that a busy machine only sees a later one.
    const come = moments.slice(moments.indexOf(moment)).map((each) => join(dataDir, each))
    while (!come.some((each) => existsSync(each)) && child.exitCode === null) await turn()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(async () => expect(await findProcessesWith(dataDir)).toEqual([]), {
      timeout: 15_000,
    })
    const { connection, refused } = await startEmbedded(dataDir)
    expect(refused).toBeUndefined()
    expect(await queryValue(connection, 'select 1')).toBe(1)
    expect((await readdir(dataDir)).toSorted()).toEqual([
      'database.lock',
      'postgres',
      'postgres.json',
    ])
    expect((await readdir(join(dataDir, 'postgres'))).toSorted()).toEqual([
      'cluster',
      'cluster.lock',
      'presence',
    ])
  },
)

test(
  'a first start succeeds at once after one that was killed during initdb',
  { tags: ['abuse-first-start'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const { child } = spawnEmbedded(dataDir)
    await vi.waitFor(
      () => expect(existsSync(join(dataDir, 'postgres/unfinished/base/1'))).toBe(true),
      {
        timeout: 10_000,
        interval: 5,
      },
    )
    child.kill('SIGKILL')
    const { connection } = await startEmbedded(dataDir)
    expect(await queryValue(connection, 'select 1')).toBe(1)
  },
)

test(
  'the database password is in no other file than postgres.json',
  { tags: ['abuse-first-start'] },
  async () => {
    const dataDir = await getNewDataFolder()
    const { child } = spawnEmbedded(dataDir)
    const record = join(dataDir, 'postgres.json')
    while (!existsSync(join(dataDir, 'postgres/unfinished/PG_VERSION'))) await turn()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { password } = JSON.parse(await readFile(record, 'utf8'))
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(3)
    const holding = await Promise.all(
      files.map(async (file) => ((await readFile(file)).includes(password) ? file : null)),
    )
    expect(holding.filter((file) => file !== null)).toEqual([record])
  },
)
