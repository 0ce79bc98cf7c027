import { createReadStream } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const { storage } = shop
const bucket = await shop.aBucket()
const objects = storage.from(bucket)

async function textOf(name: string, of = bucket): Promise<string | undefined> {
  return (await storage.from(of).download(name)).data?.text()
}

test.each([
  ['a text', 'sauce'],
  ['bytes', new TextEncoder().encode('sauce')],
  ['a blob, as a form', new Blob(['sauce'], { type: 'text/plain' })],
])('%s is uploaded and downloaded unchanged', async (kind, body) => {
  const { data, error } = await objects.upload(`kinds/${kind}.txt`, body)
  expect(error).toBeNull()
  expect(data).toMatchObject({ path: `kinds/${kind}.txt`, fullPath: `${bucket}/kinds/${kind}.txt` })
  expect(await textOf(`kinds/${kind}.txt`)).toBe('sauce')
  expect((await objects.info(`kinds/${kind}.txt`)).data).toMatchObject({
    id: data?.id,
    size: 5,
    cacheControl: 'max-age=3600',
  })
})

test('a form may have its fields after its file', async () => {
  const form = new FormData()
  form.append('', new Blob(['sauce'], { type: 'text/markdown' }), 'x.md')
  form.append('metadata', '{"heat":5}')
  form.append('cacheControl', '60')
  expect((await objects.upload('form.md', form)).error).toBeNull()
  expect((await objects.info('form.md')).data).toMatchObject({
    contentType: 'text/markdown',
    cacheControl: 'max-age=60',
    metadata: { heat: 5 },
  })
})

test('a stream is uploaded unchanged', async () => {
  const stream = createReadStream(import.meta.filename)
  expect(
    (await objects.upload('stream.ts', stream, { contentType: 'text/plain' })).error,
  ).toBeNull()
  expect(await textOf('stream.ts')).toContain('a stream is uploaded unchanged')
})

test('an empty file is stored', async () => {
  expect((await objects.upload('empty.txt', '')).error).toBeNull()
  expect((await objects.info('empty.txt')).data).toMatchObject({ size: 0 })
  expect(await textOf('empty.txt')).toBe('')
})

test('a file is replaced only with upsert, and has the same id afterwards', async () => {
  const { data } = await objects.upload('once.txt', 'first')
  expect((await objects.upload('once.txt', 'second')).error).toMatchObject({
    message: 'The resource already exists',
    statusCode: '409',
  })
  expect(await textOf('once.txt')).toBe('first')
  const upserted = await objects.upload('once.txt', 'third', { upsert: true })
  expect(upserted.data?.id).toBe(data?.id)
  expect((await objects.update('once.txt', 'fourth')).data?.id).toBe(data?.id)
  expect(await textOf('once.txt')).toBe('fourth')
})

test('only one of twenty simultaneous uploads of one name succeeds', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => objects.upload('race.txt', `file ${index}`)),
  )
  const won = all.findIndex(({ error }) => error === null)
  expect(all.filter(({ error }) => error === null)).toHaveLength(1)
  expect(await textOf('race.txt')).toBe(`file ${won}`)
})

test('a file is moved and copied within and between buckets', async () => {
  const other = await shop.aBucket()
  await objects.upload('from.txt', 'sauce', { metadata: { heat: 3 }, cacheControl: '5' })
  const { data: before } = await objects.info('from.txt')
  expect((await objects.move('from.txt', 'to.txt')).data?.message).toBe('Successfully moved')
  expect((await objects.exists('from.txt')).data).toBe(false)
  expect((await objects.info('to.txt')).data).toMatchObject({
    id: before?.id,
    version: before?.version,
  })
  const copied = await objects.copy('to.txt', 'copy/of it.txt', { destinationBucket: other })
  expect(copied.data?.path).toBe(`${other}/copy/of it.txt`)
  await objects.move('to.txt', 'moved.txt', { destinationBucket: other })
  expect(await textOf('moved.txt', other)).toBe('sauce')
  expect(await textOf('copy/of it.txt', other)).toBe('sauce')
  expect((await storage.from(other).info('copy/of it.txt')).data).toMatchObject({
    cacheControl: 'max-age=5',
    metadata: { heat: 3 },
  })
})

test('a move or copy onto an existing file, from a missing file or to an invalid name is refused', async () => {
  await objects.upload('one.txt', 'one')
  await objects.upload('two.txt', 'two')
  for (const way of ['move', 'copy'] as const) {
    expect((await objects[way]('one.txt', 'two.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await objects[way]('none.txt', 'new.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await objects[way]('one.txt', '../x')).error).toMatchObject({ statusCode: '400' })
    expect(
      (await objects[way]('one.txt', 'x.txt', { destinationBucket: 'none' })).error,
    ).toMatchObject({ statusCode: '404' })
  }
  expect([await textOf('one.txt'), await textOf('two.txt')]).toEqual(['one', 'two'])
})

test('a removal returns the names of the removed files', async () => {
  await objects.upload('gone/a.txt', 'a')
  await objects.upload('gone/b.txt', 'b')
  const { data } = await objects.remove(['gone/a.txt', 'gone/b.txt', 'gone/c.txt'])
  expect(data?.map(({ name }) => name).sort()).toEqual(['gone/a.txt', 'gone/b.txt'])
  expect((await objects.exists('gone/a.txt')).data).toBe(false)
  expect((await objects.download('gone/b.txt')).error).toMatchObject({ statusCode: '404' })
  expect((await shop.ask(`/object/${bucket}/gone/a.txt`, { method: 'DELETE' })).status).toBe(400)
})

test(
  'an upload beyond the limits of its bucket is refused with the limit that it exceeds',
  { tags: ['abuse-29'] },
  async () => {
    const small = await shop.aBucket({
      fileSizeLimit: '1kb',
      allowedMimeTypes: ['image/png', 'text/*'],
    })
    const upload = async (body: string | Blob, contentType: string) =>
      (await storage.from(small).upload('x', body, { contentType })).error
    expect(await upload('x'.repeat(1001), 'text/plain')).toMatchObject({ statusCode: '413' })
    expect(await upload(new Blob(['x'.repeat(1001)], { type: 'image/png' }), '')).toMatchObject({
      message: 'The object exceeded the maximum allowed size',
      statusCode: '413',
    })
    expect(await upload('x', 'image/svg+xml')).toMatchObject({
      message: 'mime type image/svg+xml is not supported',
      statusCode: '415',
    })
    expect(await upload(new Blob(['x'], { type: 'text/html2;x' }), '')).toBeNull()
    expect((await storage.from(small).remove(['x'])).data).toHaveLength(1)
    expect(await upload('x'.repeat(1000), 'image/png')).toBeNull()
  },
)

test('a move or copy into a bucket whose limits it exceeds is refused', async () => {
  const small = await shop.aBucket({ fileSizeLimit: '1kb', allowedMimeTypes: ['image/png'] })
  await objects.upload('a.txt', 'x', { contentType: 'text/plain' })
  await objects.upload('a.png', 'x'.repeat(1001), { contentType: 'image/png' })
  await objects.upload('b.png', 'x'.repeat(1000), { contentType: 'image/png' })
  for (const way of ['copy', 'move'] as const) {
    const into = async (name: string) =>
      (await objects[way](name, `${way} of ${name}`, { destinationBucket: small })).error
    expect(await into('a.txt')).toMatchObject({ statusCode: '415' })
    expect(await into('a.png')).toMatchObject({ statusCode: '413' })
    expect(await into('b.png')).toBeNull()
  }
  expect(await textOf('a.txt')).toBe('x')
})

test(
  'a content type, metadata or cache setting that is invalid in a header is refused',
  { tags: ['abuse-29'] },
  async () => {
    const put = (headers: Record<string, string>) =>
      shop.ask(`/object/${bucket}/bad.txt`, { method: 'PUT', body: 'x', headers })
    expect((await put({ 'content-type': 'no type' })).status).toBe(400)
    expect((await put({ 'content-type': 'text/plain', 'x-metadata': 'e30x' })).status).toBe(400)
    expect(
      (await put({ 'content-type': 'text/plain', 'cache-control': 'x'.repeat(300) })).status,
    ).toBe(400)
    const form = new FormData()
    form.append('cacheControl', '1\r\nset-cookie: a=b')
    form.append('', new Blob(['x'], { type: 'text/plain' }))
    expect((await objects.upload('bad.txt', form)).error).toMatchObject({ statusCode: '400' })
    expect((await objects.exists('bad.txt')).data).toBe(false)
  },
)
