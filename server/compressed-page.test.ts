import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CompressedPage, chooseEncoding } from './compressed-page.ts'

test('a page decompresses from every encoding to the same bytes and is compressed once', async () => {
  const page = new CompressedPage(200, {}, Buffer.from('sauce '.repeat(500)))
  expect(page.ready('br')).toBeUndefined()
  const [br, gzip, plain] = await Promise.all(
    (['br', 'gzip', 'identity'] as const).map(async (encoding) => page.compress(encoding)),
  )
  expect(brotliDecompressSync(br?.bytes ?? '').toString()).toBe('sauce '.repeat(500))
  expect(gunzipSync(gzip?.bytes ?? '').toString()).toBe('sauce '.repeat(500))
  expect(plain?.bytes.toString()).toBe('sauce '.repeat(500))
  expect(new Set([br?.etag, gzip?.etag, plain?.etag]).size).toBe(3)
  expect(page.ready('br')).toBe(await page.compress('br'))
})

test('simultaneous visitors share one compression', async () => {
  const page = new CompressedPage(200, {}, Buffer.from('sauce '.repeat(500)))
  const [first, second] = await Promise.all([page.compress('br'), page.compress('br')])
  expect(first).toBe(second)
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0', 'identity'],
  [undefined, 'identity'],
  ['*', 'identity'],
])('chooses for the accept-encoding %s the encoding %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
