import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  createBackupRunner,
  getLastDueTime,
  startNightlyBackups,
} from '../../server/nightly-backup.ts'
import { createLog } from '../../server/log.ts'
import { createTestShop } from '../support/shop.ts'
import { createUnusedPath } from './places.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const morning = Date.parse('2026-11-22T09:00:00Z')
const hour = 60 * 60_000

let folder: string
let now: number
let made: string[]
beforeEach(async () => {
  folder = createUnusedPath()
  await mkdir(folder)
  now = morning
  made = []
  await sql`update public.last_backup set succeeded_at = null, begun_at = null, failed_at = null, reason = null`
})

/** Replaces the backup command: writes a file and records the success. */
async function succeed(file: string): Promise<void> {
  made.push(file)
  await writeFile(file, 'an archive')
  await sql`update public.last_backup set succeeded_at = ${new Date(now)}`
}

function start(backUp: (file: string, signal: AbortSignal) => Promise<void> = succeed, keep = 3) {
  const options = { client: shop.secret, folder, keep, isNightly: true, backUp, now: () => now }
  return startNightlyBackups({ ...options, log: createLog('silent') })
}

test.each([
  ['2026-11-22T02:59:59Z', '2026-11-21T03:00:00Z'],
  ['2026-11-22T03:00:00Z', '2026-11-22T03:00:00Z'],
  ['2026-07-01T02:00:00Z', '2026-07-01T02:00:00Z'],
  ['2026-07-01T01:59:00Z', '2026-06-30T02:00:00Z'],
  ['2026-03-29T12:00:00Z', '2026-03-29T02:00:00Z'],
  ['2026-10-25T12:00:00Z', '2026-10-25T03:00:00Z'],
])('at %s the last backup was due at %s, three o’clock in London', (at, due) => {
  expect(new Date(getLastDueTime(Date.parse(at))).toISOString()).toBe(due.replace('Z', '.000Z'))
})

test('several processes make one backup a night', async () => {
  const nightly = [start(), start()]
  await Promise.all(nightly.map(({ runOnce }) => runOnce()))
  await nightly[0]?.runOnce()
  expect(made).toHaveLength(1)
  now += 17 * hour
  await Promise.all(nightly.map(({ runOnce }) => runOnce()))
  expect(made).toHaveLength(1)
  now += hour
  await Promise.all(nightly.map(({ runOnce }) => runOnce()))
  expect(made).toHaveLength(2)
  await Promise.all(nightly.map(({ stop }) => stop()))
})

test('a failed backup is retried after an hour without deleting the old ones', async () => {
  let isBroken = true
  const nightly = start(async (file) => {
    if (isBroken) throw new Error('no room')
    await succeed(file)
  })
  await nightly.runOnce()
  isBroken = false
  now += hour - 1000
  await nightly.runOnce()
  expect(made).toEqual([])
  now += 1000
  await nightly.runOnce()
  expect(made).toHaveLength(1)
  await nightly.stop()
})

test('a backup that cannot begin is recorded as failed and retried', async () => {
  const place = folder
  folder = `${place}/a-file/backups`
  await writeFile(`${place}/a-file`, '')
  const nightly = start()
  await nightly.runOnce()
  const [row] = await sql`select failed_at, reason from public.last_backup`
  expect(row).toEqual({
    failed_at: new Date(now),
    reason: expect.stringContaining('one of its parts is a file'),
  })
  folder = place
  now += hour
  const mended = start()
  await mended.runOnce()
  expect(made).toHaveLength(1)
  await Promise.all([nightly.stop(), mended.stop()])
})

test('only the newest nightly backups are retained, and other files stay', async () => {
  const names = ['shop-2026-11-20-0300.tar', 'shop-2026-11-21-0300.tar', 'mine.tar']
  const old = ['shop-2026-11-18-0300.tar', 'shop-2026-11-19-0300.tar.unfinished']
  for (const name of [...names, ...old]) await writeFile(`${folder}/${name}`, '')
  const nightly = start()
  await nightly.runOnce()
  expect((await readdir(folder)).toSorted()).toEqual(
    [...names, 'shop-2026-11-22-0900.tar'].toSorted(),
  )
  await nightly.stop()
})

test('stopping aborts a running backup', async () => {
  const begun = Promise.withResolvers<void>()
  const nightly = start(async (_, signal) => {
    begun.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const round = nightly.runOnce()
  await begun.promise
  await nightly.stop()
  await round
  expect(made).toEqual([])
})

test('the error output of the backup command becomes the reason of the failure', async () => {
  const script = `${folder}/backup.mjs`
  await writeFile(script, 'console.error("no room for " + process.argv[2]); process.exitCode = 1')
  const { signal } = new AbortController()
  await expect(createBackupRunner(script)('shop.tar', signal)).rejects.toThrow(
    'no room for shop.tar',
  )
})
