import { afterAll, expect, test } from 'vitest'
import { putPublicObject } from '../../src/storage/objects.ts'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const { sql } = shop.database
const { files } = shop

const film = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
const mp4 = { bucket: 'media', name: 'films/taco tuesday.mp4', mimetype: 'video/mp4' }
await putPublicObject(sql, files, { ...mp4, bytes: film })
const address = '/object/public/media/films/taco%20tuesday.mp4'

async function get(path = address, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await shop.ask(path, { method, headers }, null)
  const body = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
}

test(
  'a public file is served without a key, whole and with its stored type',
  { tags: ['abuse-29'] },
  async () => {
    const { status, headers, body } = await get()
    expect(status).toBe(200)
    expect(body).toEqual(film)
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      'content-length': '1000',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
    })
  },
)

test('a range request is answered with its part', async () => {
  const { status, headers, body } = await get(address, { range: 'bytes=10-19' })
  expect(status).toBe(206)
  expect(headers).toMatchObject({ 'content-range': 'bytes 10-19/1000', 'content-length': '10' })
  expect(body).toEqual(film.subarray(10, 20))
})

test('a range beyond the end is refused with the size of the file', async () => {
  const { status, headers } = await get(address, { range: 'bytes=1000-' })
  expect(status).toBe(416)
  expect(headers['content-range']).toBe('bytes */1000')
})

test('a range with an outdated If-Range is answered with the whole file', async () => {
  const { headers } = await get()
  const range = 'bytes=0-9'
  expect((await get(address, { range, 'if-range': headers['etag'] ?? '' })).status).toBe(206)
  const modified = headers['last-modified'] ?? ''
  expect((await get(address, { range, 'if-range': modified })).status).toBe(206)
  expect((await get(address, { range, 'if-range': '"another"' })).status).toBe(200)
})

test('a conditional request for an unchanged file is answered with 304', async () => {
  const { headers } = await get()
  const known = await get(address, { 'if-none-match': `"x", W/${headers['etag']}` })
  expect([known.status, known.body.length]).toEqual([304, 0])
  expect((await get(address, { 'if-none-match': '*' })).status).toBe(304)
  expect((await get(address, { 'if-none-match': '"x"' })).status).toBe(200)
  const since = { 'if-modified-since': headers['last-modified'] ?? '' }
  expect((await get(address, since)).status).toBe(304)
})

test('a HEAD request has the headers of GET and no body', async () => {
  const [head, whole] = [await get(address, {}, 'HEAD'), await get()]
  expect(head.body.length).toBe(0)
  const line = { date: '', connection: '', 'keep-alive': '' }
  expect({ ...head.headers, ...line }).toEqual({ ...whole.headers, ...line })
})

test('getPublicUrl returns the path of a public file', () => {
  const { data } = shop.anon.storage.from('media').getPublicUrl(mp4.name)
  expect(new URL(data.publicUrl).pathname).toBe(`/storage/v1${address}`)
})

test('a file in a private bucket is not served publicly', { tags: ['abuse-29'] }, async () => {
  await putPublicObject(sql, files, { ...mp4, bucket: 'private', bytes: film })
  await sql`update storage.buckets set public = false where id = 'private'`
  const { status, body } = await get(address.replace('media', 'private'))
  expect(status).toBe(400)
  expect(JSON.parse(String(body))).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
})

test('a public file cannot be changed on its public path', { tags: ['abuse-29'] }, async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect(await get(address, {}, method)).toMatchObject({ status: 405 })
})

test.each([
  '',
  'media',
  'media/',
  'media/..',
  '../keys.json',
  'media/../../keys.json',
  'media/%2e%2e/%2e%2e/keys.json',
  'media/..%2f..%2fkeys.json',
  '..%2fmedia/x',
  'media//etc/passwd',
  'media/%2fetc/passwd',
  'media/films\\x',
  'media/films%5c..%5cx',
  'media/x%00.mp4',
  'media/x%0a',
  'media/%E0%A4%A',
  'media/%ED%A0%80',
  `media/${'a'.repeat(1025)}`,
])('the object path %s is refused', { tags: ['abuse-29'] }, async (name) => {
  // The test calls the backend directly, because an HTTP client would normalise some of these paths.
  const { status, headers } = await shop.backend.handle({
    method: 'GET',
    path: `/storage/v1/object/public/${name}`,
    query: '',
    headers: {},
    body: null,
    clientAddress: '127.0.0.1',
  })
  expect(status).toBe(400)
  expect(headers['content-type']).toContain('application/json')
})

test('a file with lost content is not found, and is restored when it is published again', async () => {
  const text = { bucket: 'media', name: 'lost.vtt', mimetype: 'text/vtt', bytes: Buffer.from('W') }
  const path = '/object/public/media/lost.vtt'
  expect(await putPublicObject(sql, files, text)).toBe(true)
  const [row] = await sql`select version from storage.objects where name = 'lost.vtt'`
  await files.remove(row?.version, Date.now() + 60_000)
  expect((await get(path)).status).toBe(400)
  expect(shop.log.lines.at(-1)?.message).toBe('storage: the content of a file is missing')
  expect(await putPublicObject(sql, files, text)).toBe(false)
  expect((await get(path)).body).toEqual(text.bytes)
})

test.each([
  ['page.html', 'text/html', 'text/plain; charset=utf-8'],
  ['worker.js', 'text/javascript', 'text/plain; charset=utf-8'],
  ['page.xhtml', 'application/xhtml+xml', 'text/plain; charset=utf-8'],
  ['drawing.svg', 'image/svg+xml', 'image/svg+xml'],
])(
  'the file %s is served without the right to run scripts',
  { tags: ['abuse-29'] },
  async (name, contentType, shownAs) => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await shop.storage.from('media').upload(name, script, { contentType })
    const { headers } = await get(`/object/public/media/${name}`)
    expect(headers['content-type']).toBe(shownAs)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/)
  },
)

test('the download parameter serves a file as an attachment', async () => {
  const saved = await get(`${address}?download`)
  expect(saved.headers['content-disposition']).toBe('attachment;')
  const named = await get(`${address}?download=%C3%BC%20%22x%22.mp4`)
  expect(named.headers['content-disposition']).toBe(
    `attachment; filename=%C3%BC%20%22x%22.mp4; filename*=UTF-8''%C3%BC%20%22x%22.mp4`,
  )
})
