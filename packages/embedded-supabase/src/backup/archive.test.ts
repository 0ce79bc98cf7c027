import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkArchive, readEntries } from './archive-reader.ts'
import { createArchive } from './archive-writer.ts'
import {
  entryNames,
  getFileEntryName,
  parseFileEntry,
  type Manifest,
  getTablePartName,
  parseTableEntry,
} from './contents.ts'

const table = { schema: 'public', name: 'jars', columns: ['id', 'word'] }
const manifest: Manifest = {
  format: 1,
  madeAt: '2026-11-22T03:00:00.000Z',
  home: 'own',
  server: 'PostgreSQL 18',
  migrations: ['20260101000000'],
  tables: [table],
  sequences: [],
}
const film = Buffer.alloc(700_000, 'film')
const longName = { bucket: 'media', name: `films/${'très long '.repeat(8)}\n%.mp4` }

let base: string
let folder: string
let file: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'archives-'))
})
afterAll(() => rm(base, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(base, 'of-'))
  file = join(folder, 'shop.tar')
})

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function writeSample(): Promise<void> {
  const archive = await createArchive(file)
  await archive.add(entryNames.manifest, Buffer.from(JSON.stringify(manifest)))
  await archive.add(getTablePartName(table, 1), Buffer.from('rows'))
  await archive.addStream(getFileEntryName(longName), film.length, inPieces(film))
  const summary = { rows: { 'public.jars': 1 }, files: 1, broken: [] }
  await archive.add(entryNames.summary, Buffer.from(JSON.stringify(summary)))
  expect(await archive.finish()).toBe((await stat(file)).size)
}

const check = (): Promise<unknown> => checkArchive(file, () => undefined)

test('an archive returns every entry that was written to it', async () => {
  await writeSample()
  expect(await check()).toMatchObject({ manifest, summary: { files: 1 }, sealedKeys: null })
  const contents: Record<string, number> = {}
  for await (const { name, body } of readEntries(file)) {
    let size = 0
    for await (const bytes of body) size += bytes.length
    contents[name] = size
  }
  expect(contents[getFileEntryName(longName)]).toBe(film.length)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('tar unpacks an archive, and sha256sum verifies its files', async () => {
  await writeSample()
  const run = promisify(execFile)
  await run('tar', ['-xf', file, '-C', folder])
  const { stdout } = await run('sha256sum', ['-c', entryNames.sums], { cwd: folder })
  expect(stdout.match(/: OK$/gm)).toHaveLength(4)
  expect(await readFile(join(folder, getFileEntryName(longName)))).toEqual(film)
})

test('a truncated archive is refused', { tags: ['abuse-backup'] }, async () => {
  await writeSample()
  const whole = await readFile(file)
  for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
    await truncate(file, Math.floor(whole.length * share))
    await expect(check()).rejects.toThrow(/^.*shop\.tar is not a whole backup.*Nothing was changed/)
    await writeFile(file, whole)
  }
})

test('an archive with one changed byte is refused', { tags: ['abuse-backup'] }, async () => {
  await writeSample()
  const whole = await readFile(file)
  for (const share of [0.0001, 0.002, 0.3, 0.8, 0.99]) {
    const at = Math.floor(whole.length * share)
    await writeFile(file, whole.with(at, whole.at(at) === 1 ? 2 : 1))
    await expect(check()).rejects.toThrow('is not a whole backup')
  }
})

test('a file that is no archive is refused, and a missing file is named in the error', async () => {
  await expect(check()).rejects.toMatchObject({ code: 'ENOENT', path: file })
  await writeFile(file, 'A list of jars')
  await expect(check()).rejects.toThrow('is not a whole backup')
})

test('an archive gets its final name once it is complete, and an abandoned one leaves no file', async () => {
  const archive = await createArchive(file)
  await archive.add('a', Buffer.from('b'))
  expect(await readdir(folder)).toEqual(['shop.tar.unfinished'])
  await archive.abandon()
  expect(await readdir(folder)).toEqual([])
})

test('an entry whose source fails or exceeds its size rejects the write', async () => {
  async function* breaking(): AsyncGenerator<Buffer> {
    yield Buffer.from('half')
    throw new Error('the storage went away')
  }
  const archive = await createArchive(file)
  await expect(archive.addStream('a', 8, breaking())).rejects.toThrow('the storage went away')
  await archive.abandon()
  const another = await createArchive(file)
  await expect(another.addStream('a', 8, inPieces(film))).rejects.toThrow('exceeds given size')
  await another.abandon()
  expect(await readdir(folder)).toEqual([])
})

test('every object name survives the round trip through the name of its entry', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed())
  const bucket = word.filter((text) => !text.includes('/'))
  fc.assert(
    fc.property(bucket, word, (bucket, name) => {
      expect(parseFileEntry(getFileEntryName({ bucket, name }))).toEqual({ bucket, name })
      expect(getFileEntryName({ bucket, name })).not.toMatch(/[\n\\]/)
    }),
  )
  expect(parseTableEntry(getTablePartName(table, 12))).toBe('public.jars')
  expect([parseTableEntry('files/a/b'), parseFileEntry('data/public.jars/000001.copy.gz')]).toEqual(
    [null, null],
  )
})
