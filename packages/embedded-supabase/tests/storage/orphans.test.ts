import { afterAll, expect, test } from 'vitest'
import { createOrphanCollector } from '../../src/storage/orphans.ts'
import { storeContent } from '../../src/storage/file-store.ts'
import { startStorageBackend } from './storage-backend.ts'

/** A little more than a day in ms, which is the age at which files without a row are deleted. */
const day = 24 * 60 * 60_000 + 60_000
const shop = await startStorageBackend()
afterAll(() => shop.stop())
const { files, clock } = shop
/** Deletes orphaned files once, with a new collector each time, as in a process that has just started. */
const collect = () => createOrphanCollector({ sql: shop.database.sql, files, clock: clock.now })()
const objects = shop.storage.from(await shop.aBucket())

const aContent = (text: string) => storeContent(files, [Buffer.from(text)])

test('a file without a row is deleted after a day, by any process', async () => {
  await objects.upload('kept.txt', 'kept')
  await objects.upload('copied.txt', 'copied')
  await objects.copy('copied.txt', 'copy.txt')
  await objects.upload('removed.txt', 'removed')
  await objects.remove(['removed.txt', 'copied.txt'])
  // This is what a process leaves that is killed between writing a file and its row, or while it writes a file.
  const lost = await aContent('without a row')
  await files.receive([Buffer.from('half')])
  expect(await shop.onDisk()).toHaveLength(5)

  expect(await collect()).toBe(0)
  clock.advance(day)
  expect(await collect()).toBe(0)
  expect((await shop.onDisk()).filter((name) => name.startsWith('draft-'))).toEqual([])
  clock.advance(day)
  expect(await collect()).toBe(2)
  expect(await shop.onDisk()).toHaveLength(2)
  expect(await files.open(lost)).toBeNull()
  expect(await (await objects.download('kept.txt')).data?.text()).toBe('kept')
  expect(await (await objects.download('copy.txt')).data?.text()).toBe('copied')
  clock.advance(60_000)
  expect(await collect()).toBe(0)
  expect(await shop.database.sql`select from storage.orphans`).toEqual([])
})

test('a file that gets a row or is uploaded again in the meantime is not deleted', async () => {
  const version = await aContent('brought again')
  clock.advance(3 * day)
  expect(await collect()).toBe(0)
  await objects.upload('again.txt', 'brought again')
  clock.advance(2 * day)
  expect(await collect()).toBe(0)
  expect(await files.open(version)).not.toBeNull()
  // The file was written again after the check for a row, so it must not be deleted: its row is about to be written.
  await files.remove(version, Date.now() - day)
  expect(await files.open(version)).not.toBeNull()
  expect(await shop.onDisk()).not.toContain(`going-${version}`)
})
