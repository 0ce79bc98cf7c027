import { afterAll, expect, test } from 'vitest'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const bucket = await shop.aBucket()
const objects = shop.storage.from(bucket)
await objects.upload('folder/hot sauce.txt', 'hot')
await objects.upload('other.txt', 'other')

/** Returns the path of a signed URL without the address of the storage service. */
function pathOf(address: string | null | undefined): string {
  return (address ?? '').slice((address ?? '').indexOf('/object/'))
}

test('a signed URL opens its file without a key until it expires', async () => {
  const { data } = await objects.createSignedUrl('folder/hot sauce.txt', 60)
  const path = pathOf(data?.signedUrl)
  const answer = await shop.ask(path, {}, null)
  expect([answer.status, await answer.text()]).toEqual([200, 'hot'])
  expect(answer.headers.get('cache-control')).toBe('private')
  expect(Date.parse(answer.headers.get('expires') ?? '')).toBeGreaterThan(shop.clock.now())
  const elsewhere = path.replace('folder/hot%20sauce.txt', 'other.txt')
  expect((await shop.ask(elsewhere, {}, null)).status).toBe(400)
  shop.clock.advance(61_000)
  const late = await shop.ask(path, {}, null)
  expect([late.status, await late.json()]).toMatchObject([400, { code: 'ExpiredToken' }])
})

test('createSignedUrls signs several files and names the missing ones', async () => {
  const { data } = await objects.createSignedUrls(['other.txt', 'none.txt'], 60)
  expect(data?.map(({ path, error }) => [path, error])).toEqual([
    ['other.txt', null],
    ['none.txt', 'Either the object does not exist or you do not have access to it'],
  ])
  expect(await (await shop.ask(pathOf(data?.[0]?.signedUrl), {}, null)).text()).toBe('other')
})

test('a signed URL with a download name serves its file under that name', async () => {
  const { data } = await objects.createSignedUrl('other.txt', 60, { download: 'sauce.txt' })
  const answer = await shop.ask(pathOf(data?.signedUrl), {}, null)
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename=sauce.txt; filename*=UTF-8''sauce.txt`,
  )
})

test('a signed upload URL stores one file, once, and its signer becomes the owner', async () => {
  await shop.database.sql.unsafe(`
    create policy anybody on storage.objects for insert to authenticated with check (bucket_id = '${bucket}')`)
  const person = await shop.createUser()
  const { data } = await person.client.storage.from(bucket).createSignedUploadUrl('new.txt')
  const token = data?.token ?? ''
  const put = (name: string, by: string) =>
    shop.ask(
      `/object/upload/sign/${bucket}/${name}?token=${by}`,
      { method: 'PUT', body: 'new' },
      null,
    )
  expect((await put('else.txt', token)).status).toBe(400)
  expect((await put('new.txt', token)).status).toBe(200)
  expect(await (await put('new.txt', token)).json()).toMatchObject({ statusCode: '409' })
  const [row] = await shop.database.sql`select owner_id from storage.objects where name = 'new.txt'`
  expect(row).toEqual({ owner_id: person.id })
})

test('a client uploads a file of any type with a signed upload URL and no other permission', async () => {
  const { data } = await objects.createSignedUploadUrl('given/sauce.txt')
  const { path = '', token = '' } = data ?? {}
  const stranger = shop.anon.storage.from(bucket)
  const put = await stranger.uploadToSignedUrl(path, token, new Blob(['hot'], { type: 'text/x' }))
  expect(put.data).toMatchObject({ path, fullPath: `${bucket}/${path}` })
  expect(await (await objects.download(path)).data?.text()).toBe('hot')
  const again = await stranger.uploadToSignedUrl(path, token, 'hotter')
  expect(again.error).toMatchObject({ statusCode: '409' })
  const { data: over } = await objects.createSignedUploadUrl(path, { upsert: true })
  expect((await stranger.uploadToSignedUrl(path, over?.token ?? '', 'hotter')).error).toBeNull()
  const { data: stream } = await objects.download(path).asStream()
  expect(stream && (await new Response(stream).text())).toBe('hotter')
})

test(
  'tokens for sign-in, reading and uploading are not interchangeable',
  { tags: ['abuse-29'] },
  async () => {
    const person = await shop.createUser()
    const { data: read } = await objects.createSignedUrl('other.txt', 60)
    const { data: write } = await objects.createSignedUploadUrl('third.txt')
    const readToken = new URL(read?.signedUrl ?? '').searchParams.get('token') ?? ''
    const tokens = [
      person.token,
      write?.token ?? '',
      `${readToken}x`,
      readToken.replace('.', '..'),
      '',
      'a.b.c',
    ]
    for (const token of tokens)
      expect(
        (await shop.ask(`/object/sign/${bucket}/other.txt?token=${token}`, {}, null)).status,
      ).toBe(400)
    const put = await shop.ask(
      `/object/upload/sign/${bucket}/other.txt?token=${readToken}`,
      { method: 'PUT', body: 'x' },
      null,
    )
    expect(put.status).toBe(400)
    // The token of a signed URL is no access token, either.
    expect((await shop.ask('/bucket', {}, readToken)).status).toBe(400)
    expect((await shop.client({}, readToken).from('products').select()).status).toBe(401)
  },
)

test.each([0, -1, 1.5, 1e12, '60'])('a URL is not signed for %s seconds', async (expiresIn) => {
  const body = JSON.stringify({ expiresIn })
  const answer = await shop.ask(`/object/sign/${bucket}/other.txt`, { method: 'POST', body })
  expect(answer.status).toBe(400)
})
