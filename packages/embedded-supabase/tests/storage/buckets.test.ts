import { afterAll, expect, test } from 'vitest'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const { storage } = shop

test('a bucket is created, read, updated and deleted', async () => {
  expect(await storage.createBucket('pictures')).toEqual({
    data: { name: 'pictures' },
    error: null,
  })
  const limits = { public: true, fileSizeLimit: '2mb', allowedMimeTypes: ['image/*'] }
  expect((await storage.updateBucket('pictures', limits)).data).toEqual({
    message: 'Successfully updated',
  })
  expect((await storage.getBucket('pictures')).data).toMatchObject({
    id: 'pictures',
    name: 'pictures',
    public: true,
    file_size_limit: 2_000_000,
    allowed_mime_types: ['image/*'],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  await storage.updateBucket('pictures', { public: false })
  expect((await storage.getBucket('pictures')).data).toMatchObject({
    public: false,
    file_size_limit: 2_000_000,
  })
  await storage.updateBucket('pictures', { public: false, fileSizeLimit: null })
  expect((await storage.getBucket('pictures')).data).toMatchObject({ file_size_limit: null })
  expect((await storage.deleteBucket('pictures')).error).toBeNull()
  expect((await storage.getBucket('pictures')).error).toMatchObject({
    message: 'Bucket not found',
    status: 400,
    statusCode: '404',
  })
})

test('buckets are listed by search, sort order, limit and offset', async () => {
  for (const name of ['list-b', 'list-a', 'list-c', 'other'])
    await storage.createBucket(name, { public: false })
  const names = async (options: Parameters<typeof storage.listBuckets>[0]) =>
    (await storage.listBuckets(options)).data?.map(({ name }) => name)
  expect(await names({ search: 'LIST-', sortColumn: 'name' })).toEqual([
    'list-a',
    'list-b',
    'list-c',
  ])
  expect(
    await names({ search: 'list-', sortColumn: 'name', sortOrder: 'desc', limit: 2, offset: 1 }),
  ).toEqual(['list-b', 'list-a'])
  expect(await names({ search: '%' })).toEqual([])
})

test('a bucket can be emptied and is deleted only when it is empty', async () => {
  const bucket = await shop.aBucket()
  await storage.from(bucket).upload('a/b.txt', 'words')
  expect((await storage.deleteBucket(bucket)).error).toMatchObject({
    message: 'The bucket you tried to delete is not empty',
    statusCode: '409',
  })
  expect((await storage.emptyBucket(bucket)).error).toBeNull()
  expect((await storage.from(bucket).list()).data).toEqual([])
  expect((await storage.deleteBucket(bucket)).error).toBeNull()
})

test('a bucket with an existing name is refused', async () => {
  const bucket = await shop.aBucket()
  expect((await storage.createBucket(bucket)).error).toMatchObject({
    message: 'The resource already exists',
    statusCode: '409',
  })
})

test.each(['', ' ', 'a/b', '..', 'a b ', 'naïve', 'x\0', '🌶', 'a'.repeat(101)])(
  '%j is refused as the name of a bucket',
  async (name) => {
    const answer = await shop.ask('/bucket', {
      method: 'POST',
      body: JSON.stringify({ name }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'InvalidBucketName' })
  },
)

test.each([
  { fileSizeLimit: '2 pounds' },
  { fileSizeLimit: '1gb' },
  { fileSizeLimit: -1 },
  { fileSizeLimit: 1.5 },
  { allowedMimeTypes: ['pictures'] },
  { allowedMimeTypes: [`image/${'x'.repeat(300)}`] },
])('a bucket with the option %j is refused', async (options) => {
  const { error } = await storage.createBucket('never', { public: false, ...options })
  expect(error).toMatchObject({ status: 400 })
  expect((await storage.getBucket('never')).data).toBeNull()
})

test('a feature that is not enabled is answered with 403', async () => {
  const { error } = await storage.from('x').download('y.jpg', { transform: { width: 10 } })
  expect(error).toMatchObject({ status: 403, message: 'feature not enabled for this tenant' })
  for (const off of [
    () => storage.purgeBucketCache('x'),
    () => storage.from('x').purgeCache('y.jpg'),
    () => storage.getBucketLifecycle('x'),
    () => storage.deleteBucketLifecycle('x'),
  ])
    expect((await off()).error).toMatchObject({ status: 403 })
  expect(
    (await storage.createBucket('x', { public: false, type: 'ANALYTICS' })).error,
  ).toMatchObject({
    statusCode: '403',
  })
})

test('an invalid body gets an error message, and an unknown path or method is refused', async () => {
  const post = async (body: string) => {
    const answer = await shop.ask('/bucket', { method: 'POST', body })
    return [answer.status, await answer.json()]
  }
  const invalid = { code: 'InvalidRequest', statusCode: '400' }
  expect(await post('{')).toMatchObject([400, invalid])
  expect(await post('[]')).toMatchObject([400, invalid])
  expect(await post('{"name":1}')).toMatchObject([
    400,
    { ...invalid, message: expect.stringContaining('body/name') },
  ])
  expect(await post('{"__proto__":{},"name":"x"}')).toMatchObject([400, invalid])
  expect(await post(`{"name":"${'x'.repeat(1_100_000)}"}`)).toMatchObject([
    413,
    { statusCode: '413' },
  ])
  expect((await shop.ask('/nowhere')).status).toBe(404)
  expect((await shop.ask('/bucket', { method: 'PATCH' })).status).toBe(405)
  expect((await shop.ask('/object/a/b', { method: 'PATCH' })).headers.get('allow')).toBe(
    'GET, HEAD, POST, PUT, DELETE',
  )
})
