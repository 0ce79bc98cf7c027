import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fuzzOptions } from '../support/fuzz.ts'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const bucket = await shop.aBucket()
await shop.storage.from(bucket).upload('secret.txt', 'the secret')

/** Parts of object names, both usual ones and those of attackers. */
const part = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '...',
    'secret.txt',
    '%2e%2e',
    '%2F',
    '%00',
    '\0',
    '\\',
    ' ',
    '🌶️',
    '\u202e',
  ),
  fc.constantFrom('CON', 'a.', 'a'.repeat(1024), '%', '%zz', '%ED%A0%80', '?', '#', "'", '"', '\n'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const name = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
const encoded = fc
  .tuple(name, fc.constantFrom('raw', 'encoded'))
  .map(([text, way]) => (way === 'raw' ? text : encodeURIComponent(text.toWellFormed())))

test('any object name is stored exactly or refused', { tags: ['abuse-29'] }, async () => {
  const handle = (method: string, path: string, key: string | null) =>
    shop.backend.handle({
      method,
      path: `/storage/v1/object/${bucket}/${path}`,
      query: '',
      headers: { 'content-type': 'text/plain', ...(key && { authorization: `Bearer ${key}` }) },
      body: null,
      ...(method === 'PUT' && { stream: one(path) }),
      clientAddress: '127.0.0.1',
      isInternal: true,
    })
  let stored = 0
  await fc.assert(
    fc.asyncProperty(encoded, async (path) => {
      const { status } = await handle('PUT', path, shop.keys.secret)
      expect(status === 200 || (status >= 400 && status < 500)).toBe(true)
      const stranger = await handle('GET', path, shop.keys.publishable)
      expect(stranger.status >= 400 && stranger.status < 500).toBe(true)
      if (status !== 200) return
      stored += 1
      const rows = await shop.database.sql`
        select name from storage.objects where bucket_id = ${bucket} and name = ${decodeURIComponent(path)}`
      expect(rows).toHaveLength(1)
    }),
    fuzzOptions,
  )
  expect(stored).toBeGreaterThan(10)
  expect((await shop.onDisk()).filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([])
})

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

const line = fc.constantFrom('\r\n', '\n', '')
const header = fc.oneof(
  fc.constantFrom(
    'content-disposition: form-data; name=""; filename="x.png"',
    'content-disposition: form-data; name="cacheControl"',
    'content-disposition: form-data; name="metadata"',
    'content-disposition: form-data; name="contentType"',
    "content-disposition: form-data; name*=utf-8''%ff; filename*=x'y'%",
    'content-type: image/png',
    'content-type: multipart/mixed; boundary=b',
    'content-transfer-encoding: base64',
    `x: ${'y'.repeat(20_000)}`,
    ':',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const piece = fc
  .tuple(
    fc.constantFrom('--b', '--b--', '-b', ''),
    fc.array(header, { maxLength: 4 }),
    line,
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  .map(([mark, headers, end, body]) => `${mark}\r\n${headers.join('\r\n')}\r\n${end}${body}\r\n`)
const form = fc
  .tuple(fc.array(piece, { maxLength: 6 }), fc.constantFrom('--b--\r\n', '--b--', ''))
  .map(([pieces, end]) => pieces.join('') + end)

// The timeout allows for writing each upload to the disk, a thousand by default.
test(
  'any upload form is stored or refused, and leaves no other file',
  { tags: ['abuse-29'], timeout: 60 * fuzzOptions.numRuns },
  async () => {
    let stored = 0
    await fc.assert(
      fc.asyncProperty(
        form,
        fc.constantFrom('b', '"b"', '', 'b; charset=x'),
        async (text, boundary) => {
          const { status } = await shop.backend.handle({
            method: 'PUT',
            path: `/storage/v1/object/${bucket}/form`,
            query: '',
            headers: {
              'content-type': `multipart/form-data; boundary=${boundary}`,
              authorization: `Bearer ${shop.keys.secret}`,
            },
            body: null,
            stream: one(text),
            clientAddress: '127.0.0.1',
            isInternal: true,
          })
          expect(status === 200 || (status >= 400 && status < 500)).toBe(true)
          if (status === 200) stored += 1
        },
      ),
      fuzzOptions,
    )
    expect(stored).toBeGreaterThan(10)
    expect((await shop.onDisk()).filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([])
  },
)

test('many large JSON bodies of strangers do not delay the upload of a file', async () => {
  const list = { method: 'POST', body: Buffer.alloc(1_000_000, ' ') }
  let pending = 40
  const strangers = Array.from({ length: pending }, async () => {
    await shop.ask(`/object/list/${bucket}`, list, shop.keys.publishable)
    pending -= 1
  })
  const headers = { 'content-type': 'application/octet-stream' }
  const file = { method: 'POST', headers, body: Buffer.alloc(3_000_000, 7) }
  expect((await shop.ask(`/object/${bucket}/photo.bin`, file)).status).toBe(200)
  // The file has three times as many bytes as each of the others, and would end last if they took turns.
  expect(pending).toBeGreaterThan(0)
  await Promise.all(strangers)
})
