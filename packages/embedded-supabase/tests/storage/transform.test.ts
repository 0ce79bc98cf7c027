import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStorageBackend } from './storage-backend.ts'

const still = sharp({
  create: { width: 1280, height: 720, channels: 3, background: 'green' },
})
const shop = await startStorageBackend(undefined, { transformsPictures: true })
afterAll(() => shop.stop())
const bucket = await shop.aBucket({ public: true })
const pictures = shop.storage.from(bucket)
const png = { contentType: 'image/png' }
beforeAll(async () => {
  await pictures.upload('still.png', await still.png().toBuffer(), png)
})

async function sizeOf(picture: Blob | null): Promise<unknown> {
  const { format, width, height } = await sharp(await picture?.arrayBuffer()).metadata()
  return [format, width, height]
}

test.each([
  [{ width: 60, height: 60 }, 60, 60],
  [{ width: 60, height: 60, resize: 'fill' }, 60, 60],
  [{ height: 60, width: 2000, resize: 'contain' }, 107, 60],
] as const)('an image is resized with %j', async (transform, width, height) => {
  const { data } = await pictures.download('still.png', { transform })
  expect(await sizeOf(data)).toEqual(['png', width, height])
})

test('an image is transformed for everyone who may read it, and for nobody else', async () => {
  const path = `/render/image/public/${bucket}/still.png?width=50`
  const open = await shop.ask(path, {}, null)
  expect(open.headers.get('cache-control')).toMatch(/^public/)
  expect(await sizeOf(await open.blob())).toEqual(['png', 50, expect.any(Number)])
  const etag = open.headers.get('etag') ?? ''
  expect((await shop.ask(path, { headers: { 'if-none-match': etag } }, null)).status).toBe(304)
  const hidden = await shop.aBucket()
  await shop.storage.from(hidden).upload('still.png', await still.png().toBuffer(), png)
  for (const way of ['public', 'authenticated']) {
    const answer = await shop.ask(`/render/image/${way}/${hidden}/still.png?width=50`, {}, null)
    expect(answer.status).toBe(400)
  }
})

test('a signed transformation URL serves only its own size', async () => {
  const transform = { width: 40, height: 40, quality: 60 }
  const { data } = await pictures.createSignedUrl('still.png', 60, { transform })
  const path = (data?.signedUrl ?? '').replace(/^.*(?=\/render\/)/, '')
  const answer = await shop.ask(`${path}&width=90`, {}, null)
  expect(answer.headers.get('x-transformations')).toBe(
    'height:40,width:40,resizing_type:fill,quality:60',
  )
  expect(await sizeOf(await answer.blob())).toEqual(['png', 40, 40])
  const plain = path.replace('/render/image/', '/object/')
  expect((await shop.ask(plain, {}, null)).status).toBe(400)
})

test(
  'a file that is no image or too large an image is refused',
  { tags: ['abuse-29'] },
  async () => {
    const bomb = sharp({ create: { width: 6000, height: 6000, channels: 3, background: 'red' } })
    await pictures.upload('bomb.png', await bomb.png().toBuffer(), png)
    await pictures.upload('broken.png', 'no picture', png)
    await pictures.upload('text.txt', 'no picture')
    for (const name of ['bomb.png', 'broken.png', 'text.txt'])
      expect((await pictures.download(name, { transform: { width: 9 } })).error).toMatchObject({
        status: 400,
      })
    for (const wish of ['width=0', 'width=2501', 'height=x', 'quality=101', 'resize=up'])
      expect((await shop.ask(`/render/image/public/${bucket}/still.png?${wish}`)).status).toBe(400)
  },
)
