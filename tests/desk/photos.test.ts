import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createPhotoReader, loadProductPictures } from '../../mail/photos.ts'
import { startStorageShop } from '../support/storage-shop.ts'
import { createClientsByRole } from './staff.ts'

const shop = await startStorageShop()
afterAll(() => shop.stop())
const all = await createClientsByRole(shop)

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const put = (
  client: (typeof all)['owner'],
  bytes: Buffer,
  contentType: string,
  name = `${randomUUID()}/${randomUUID()}-400.png`,
) => client.storage.from('products').upload(name, bytes, { contentType })

test('only an owner with a second factor can upload photos, and everybody can see them', async () => {
  const { owner, ...others } = all
  for (const client of Object.values(others))
    expect((await put(client, pixel, 'image/png')).error).not.toBeNull()
  const { data, error } = await put(owner, pixel, 'image/png')
  expect(error).toBeNull()
  const address = shop.anon.storage.from('products').getPublicUrl(data?.path ?? '').data.publicUrl
  const answer = await shop.backend.fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('a stored photo cannot be changed or removed from the desk', async () => {
  const { data } = await put(all.owner, pixel, 'image/png')
  const path = data?.path ?? ''
  const bucket = all.owner.storage.from('products')
  expect((await put(all.owner, pixel, 'image/png', path)).error).not.toBeNull()
  const over = await bucket.upload(path, Buffer.from('other'), {
    upsert: true,
    contentType: 'image/png',
  })
  expect(over.error).not.toBeNull()
  expect((await bucket.remove([path])).data).toEqual([])
  expect((await bucket.download(path)).error).toBeNull()
})

test('emails show a product’s photo, or its drawing when there is none', async () => {
  const start = `${randomUUID()}/${randomUUID()}`
  await put(all.owner, pixel, 'image/png', `${start}-mail.png`)
  await shop.database.sql`
    update public.products set image_url = ${[`/storage/v1/object/public/products/${start}-800.webp`]}
    where slug = 'nashville-chilli-crisp'`
  const warned: unknown[] = []
  const readPhotos = createPhotoReader({
    client: shop.secret,
    log: { warn: (fact) => warned.push(fact) },
  })
  const drawn = new Map([['apple-terror-sauce', Buffer.from('drawn')]])
  const lines = [{ slug: 'nashville-chilli-crisp' }, { slug: 'apple-terror-sauce' }]
  const pictures = await loadProductPictures({ lines }, drawn, readPhotos)
  expect(pictures.get('nashville-chilli-crisp')).toEqual(pixel)
  expect(pictures.get('apple-terror-sauce')).toEqual(Buffer.from('drawn'))
  await shop.database.sql`
    update public.products set image_url = '{/storage/v1/object/public/products/gone/gone-800.webp}'
    where slug = 'nashville-chilli-crisp'`
  expect(await loadProductPictures({ lines }, drawn, readPhotos)).toEqual(drawn)
  expect(warned).toHaveLength(1)
})

test('a file that is no image or too large is refused', async () => {
  expect((await put(all.owner, Buffer.from('%PDF-1.7'), 'application/pdf')).error).not.toBeNull()
  expect((await put(all.owner, Buffer.from('<svg/>'), 'image/svg+xml')).error).not.toBeNull()
  expect((await put(all.owner, Buffer.alloc(5_242_881), 'image/png')).error).not.toBeNull()
})
