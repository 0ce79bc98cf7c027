import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore, storeContent } from '../../src/storage/file-store.ts'
import { openContentStore } from '../../src/storage/s3-store.ts'
import { readContent } from '../support/contents.ts'

const base = await mkdtemp(join(tmpdir(), 'stores-'))
const service = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(base, 's3'),
  configureBuckets: [{ name: 'contents' }],
})
let endpoint = ''
beforeAll(async () => {
  const { port } = await service.run()
  endpoint = `http://127.0.0.1:${port}/contents`
})
afterAll(async () => {
  await service.close()
  await rm(base, { recursive: true })
})

/** Opens a store twice, as two processes do. `folder` contains uploads that are not complete. */
function open(kind: string): { one: FileStore; other: FileStore; folder: string } {
  const folder = join(base, kind)
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const s3 = kind === 'an S3 service' ? { endpoint, region: 'us-east-1', ...keys } : null
  return { one: openContentStore({ folder, s3 }), other: openContentStore({ folder, s3 }), folder }
}

async function allOf(versions: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const version of versions) all.push(version)
  return all
}

async function* parts(words: string, times: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < times; part++) yield Buffer.from(words)
}

describe.each(['a folder', 'an S3 service'])('the file store in %s', (kind) => {
  test('stores contents under their hash for every process', async () => {
    const { one, other } = open(kind)
    const bytes = Buffer.from('hot sauce '.repeat(100_000))
    const draft = await one.receive(parts('hot sauce ', 100_000))
    expect([draft.version, draft.size]).toEqual([
      createHash('sha256').update(bytes).digest('hex'),
      bytes.length,
    ])
    expect(await other.open(draft.version)).toBeNull()
    await draft.keep()
    await draft.discard()
    expect(await readContent(other, draft.version)).toEqual(bytes)
    const part = await other.open(draft.version, { first: 4, last: 8 })
    expect(part?.size).toBe(bytes.length)
    expect(await text(part?.body ?? parts('', 0))).toBe('sauce')
  })

  test('leaves no draft of a discarded or interrupted upload', async () => {
    const { one, folder } = open(kind)
    const before = await readdir(folder)
    const draft = await one.receive(parts('unwanted', 1))
    expect(await readdir(folder)).toHaveLength(before.length + 1)
    await draft.discard()
    async function* breaking(): AsyncGenerator<Buffer> {
      yield Buffer.from('half')
      throw new Error('The line was cut')
    }
    await expect(one.receive(breaking())).rejects.toThrow('The line was cut')
    expect(await readdir(folder)).toEqual(before)
  })

  test('lists old contents and removes them unless they were touched since', async () => {
    const { one } = open(kind)
    const version = await storeContent(one, parts('old', 1))
    const [past, future] = [Date.now() - 60_000, Date.now() + 60_000]
    expect(await allOf(one.list(past))).toEqual([])
    expect(await allOf(one.list(future))).toContain(version)
    expect(await one.touch(version)).toBe(true)
    await one.remove(version, past)
    expect(await readContent(one, version)).toEqual(Buffer.from('old'))
    await one.remove(version, future)
    expect(await one.open(version)).toBeNull()
    expect(await one.touch(version)).toBe(false)
    await one.remove(version, future)
  })

  test('finds no content for a string that is not a version', async () => {
    const { one } = open(kind)
    for (const version of ['../keys.json', '', 'a'.repeat(64)])
      expect(await one.open(version)).toBeNull()
  })
})
