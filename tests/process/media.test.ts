import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { promoVideo } from '../../app/content/taco-tuesdays.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { openPreparedShop, type RunningShop } from '../support/running-shop.ts'

const folder = join(import.meta.dirname, '..', '..', 'supabase', 'storage', 'media')
const film = readFileSync(join(folder, 'taco-tuesdays.mp4'))
let shop: RunningShop

beforeAll(async () => {
  shop = await openPreparedShop()
})
afterAll(() => shop?.remove())

test('the film, its poster and its captions are in the public storage', async () => {
  const types = await Promise.all(
    [promoVideo.src, promoVideo.poster, promoVideo.captions].map(async (path) => {
      const { status, headers } = await fetch(shop.url + path)
      return [status, headers.get('content-type'), headers.get('x-content-type-options')]
    }),
  )
  expect(types).toEqual([
    [200, 'video/mp4', 'nosniff'],
    [200, 'image/png', 'nosniff'],
    [200, 'text/vtt; charset=utf-8', 'nosniff'],
  ])
})

test('the film is served whole or in byte ranges', async () => {
  const address = shop.url + promoVideo.src
  const whole = await fetch(address)
  expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true)
  const part = await fetch(address, { headers: { range: 'bytes=1000-1999' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${film.length}`)
  expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(1000, 2000))).toBe(true)
  const beyond = await fetch(address, { headers: { range: `bytes=${film.length}-` } })
  expect(beyond.status).toBe(416)
})

test('HEAD returns the size of the film, and a request with its ETag returns 304', async () => {
  const address = shop.url + promoVideo.src
  const head = await fetch(address, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(film.length))
  expect(head.headers.get('accept-ranges')).toBe('bytes')
  const etag = head.headers.get('etag') ?? ''
  const known = await fetch(address, { headers: { 'if-none-match': etag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
})

test.each([
  '/storage/v1/object/public/media/../../keys.json',
  '/storage/v1/object/public/media/..%2f..%2f..%2fkeys.json',
  '/storage/v1/object/public/..%5c..%5ckeys.json',
  '/storage/v1/object/public/media//etc/passwd',
  '/storage/v1/object/public/media/taco-tuesdays.mp4%00.png',
  '/storage/v1/object/private/media/taco-tuesdays.mp4',
  '/storage/v1/object/authenticated/media/taco-tuesdays.mp4',
])('a request for %s opens no file', { tags: ['abuse-29'] }, async (path) => {
  const { status, body } = await sendRawRequest(new URL('/', shop.url).origin + path)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).not.toContain('sb_secret')
})
