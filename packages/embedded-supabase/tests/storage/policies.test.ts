import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../support/backend.ts'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const { sql } = shop.database
let [sam, alex]: TestUser[] = []

/** Row policies as projects often have them: users have a folder of their own in `avatars`, and may read `reports`. */
beforeAll(async () => {
  await shop.storage.createBucket('avatars', { public: false })
  await shop.storage.createBucket('reports', { public: false })
  await sql.unsafe(`
    create policy own_folder on storage.objects for all to authenticated
      using (bucket_id = 'avatars' and (storage.foldername(name))[1] = auth.uid()::text)
      with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = auth.uid()::text
        and storage.extension(name) = 'png' and storage.filename(name) <> 'admin.png');
    create policy drop_box on storage.objects for insert to anon with check (bucket_id = 'reports');
    create policy seen on storage.buckets for select to authenticated using (id = 'reports');
  `)
  sam = await shop.createUser()
  alex = await shop.createUser()
})

function people(): { sam: TestUser; alex: TestUser } {
  if (sam === undefined || alex === undefined) throw new Error('Nobody is there')
  return { sam, alex }
}

test(
  'policies let a user write files only in the folder of their own',
  { tags: ['abuse-29'] },
  async () => {
    const { sam: me, alex: other } = people()
    const avatars = me.client.storage.from('avatars')
    expect((await avatars.upload(`${me.id}/a.png`, 'a')).error).toBeNull()
    const denied = { message: 'new row violates row-level security policy', statusCode: '403' }
    for (const name of [`${other.id}/a.png`, 'a.png', `${me.id}/a.exe`, `${me.id}/admin.png`])
      expect((await avatars.upload(name, 'a')).error).toMatchObject(denied)
    expect((await avatars.move(`${me.id}/a.png`, `${other.id}/b.png`)).error).toMatchObject(denied)
    expect((await avatars.copy(`${me.id}/a.png`, `${other.id}/b.png`)).error).toMatchObject(denied)
    expect(
      (await avatars.copy(`${me.id}/a.png`, 'b.png', { destinationBucket: 'media' })).error,
    ).toMatchObject({ statusCode: '403' })
    const [row] = await sql`
    select owner, owner_id, path_tokens from storage.objects where bucket_id = 'avatars'`
    expect(row).toEqual({ owner: me.id, owner_id: me.id, path_tokens: [me.id, 'a.png'] })
  },
)

test(
  'policies hide the file of another user from every read, signature and change',
  { tags: ['abuse-29'] },
  async () => {
    const { sam: me, alex: other } = people()
    const name = `${me.id}/secret.png`
    await me.client.storage.from('avatars').upload(name, 'secret')
    for (const client of [other.client, shop.anon]) {
      const avatars = client.storage.from('avatars')
      expect((await avatars.download(name)).error).toMatchObject({ statusCode: '404' })
      expect((await avatars.info(name)).data).toBeNull()
      expect((await avatars.exists(name)).data).toBe(false)
      expect((await avatars.list(me.id)).data).toEqual([])
      expect((await avatars.listV2({ prefix: me.id })).data?.objects).toEqual([])
      expect((await avatars.createSignedUrl(name, 60)).error).toMatchObject({ statusCode: '404' })
      expect((await avatars.createSignedUrls([name], 60)).data?.[0]?.signedUrl).toBeNull()
      expect((await avatars.createSignedUploadUrl(name)).data).toBeNull()
      expect((await avatars.update(name, 'x')).error).toMatchObject({ statusCode: '403' })
      expect((await avatars.move(name, `${other.id}/x.png`)).error).toMatchObject({
        statusCode: '404',
      })
      expect((await avatars.copy(name, `${other.id}/x.png`)).error).toMatchObject({
        statusCode: '404',
      })
      expect((await avatars.remove([name])).data).toEqual([])
    }
    expect(await (await me.client.storage.from('avatars').download(name)).data?.text()).toBe(
      'secret',
    )
  },
)

test('a policy that allows only inserts lets a caller upload files but not read them', async () => {
  const reports = shop.anon.storage.from('reports')
  expect((await reports.upload('one.txt', 'words')).error).toBeNull()
  expect((await reports.download('one.txt')).error).toMatchObject({ statusCode: '404' })
  expect((await reports.upload('one.txt', 'x', { upsert: true })).error).toMatchObject({
    statusCode: '403',
  })
})

test('buckets have their own policies', async () => {
  const { sam: me } = people()
  const { storage } = me.client
  expect((await storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['reports'])
  expect((await storage.getBucket('avatars')).error).toMatchObject({ statusCode: '404' })
  expect((await storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
  expect((await storage.updateBucket('reports', { public: true })).error).toMatchObject({
    statusCode: '404',
  })
  expect((await storage.deleteBucket('reports')).error).toMatchObject({ statusCode: '404' })
  await storage.emptyBucket('reports')
  expect((await shop.storage.from('reports').list()).data).toHaveLength(1)
  expect((await shop.anon.storage.listBuckets()).data).toEqual([])
})

test('an invalid token is refused even where an anonymous caller would be served', async () => {
  const { sam: me } = people()
  const name = `${me.id}/a.png`
  const path = `/object/authenticated/avatars/${name}`
  expect((await shop.ask(path, {}, me.token)).status).toBe(200)
  for (const token of ['x', `${me.token}x`, shop.tokenFor(me, -1), null]) {
    const answer = await shop.ask(path, {}, token)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { statusCode: '403', error: 'Unauthorized' },
    ])
  }
  expect(
    (await shop.ask('/bucket', { headers: { apikey: 'sb_secret_guessed' } }, null)).status,
  ).toBe(400)
})
