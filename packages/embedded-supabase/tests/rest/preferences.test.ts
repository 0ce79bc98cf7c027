import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

beforeAll(async () => {
  await library.database.sql.unsafe(`
    create table public.moments (at timestamptz);
    insert into public.moments values ('2026-07-01 12:00+00');
    create function public.zone() returns text language sql stable as $$ select current_setting('timezone') $$;
    create function public.rewrite() returns setof public.books language sql as
      $$ update public.books set noted = 'again' where id < 4 returning * $$;
    create function public.rewrite_silently() returns void language sql as
      $$ update public.books set noted = 'again' where id < 4 $$;
    grant select on public.moments to anon;
    grant execute on function public.zone(), public.rewrite(), public.rewrite_silently() to anon;
  `)
})

const prefer = (path: string, preferences: string, init: RequestInit = {}) =>
  library.ask(path, { ...init, headers: { prefer: preferences } })

test('times are written in the time zone that a request prefers', async () => {
  const here = await prefer('/moments', 'timezone=Europe/London')
  expect(here.body).toEqual([{ at: '2026-07-01T13:00:00+01:00' }])
  expect(here.headers.get('preference-applied')).toBe('timezone=Europe/London')
  const strict = await prefer('/moments', 'handling=strict, timezone=America/Los_Angeles')
  expect(strict.body).toEqual([{ at: '2026-07-01T05:00:00-07:00' }])
  expect(strict.headers.get('preference-applied')).toBe(
    'handling=strict, timezone=America/Los_Angeles',
  )
  expect((await library.ask('/moments')).body).toEqual([{ at: '2026-07-01T12:00:00+00:00' }])
})

test('functions are called in the time zone that a request prefers', async () => {
  expect((await prefer('/rpc/zone', 'timezone=Europe/London')).body).toBe('Europe/London')
  expect((await library.ask('/rpc/zone')).body).not.toBe('Europe/London')
})

test('a time zone that does not exist is ignored, and refused when handling is strict', async () => {
  const lenient = await prefer('/moments', 'timezone=Jupiter/Red_Spot')
  expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, null])
  expect(lenient.body).toEqual([{ at: '2026-07-01T12:00:00+00:00' }])
  expect(await prefer('/moments', 'handling=strict, timezone=Jupiter/Red_Spot')).toMatchObject({
    status: 400,
    body: { code: 'PGRST122', details: 'Invalid preferences: timezone=Jupiter/Red_Spot' },
  })
})

test('a time zone is preferred together with a further schema', async () => {
  const open = await createLibraryBackend({
    api: { schemas: ['public', 'back_room'], extra_search_path: ['extensions'], max_rows: 1000 },
  })
  const headers = { 'accept-profile': 'back_room', prefer: 'timezone=Asia/Tokyo' }
  for (let time = 0; time < 5; time++)
    expect((await open.ask('/rpc/labels', { headers })).body).toEqual(['first', 'second'])
  await open.stop()
})

test('reads that are shared among visitors are shared within one time zone', async () => {
  const shared = await createLibraryBackend({ sharedTables: new Set(['moments']) })
  await shared.database.sql.unsafe(`
    create table public.moments (at timestamptz);
    insert into public.moments values ('2026-07-01 12:00+00');
    grant select on public.moments to anon;
    notify pgrst, 'reload schema';
  `)
  const ask = shared.backend.fetchFor({ clientAddress: '203.0.113.9', headers: {} })
  const read = async (zone: string): Promise<unknown> => {
    const headers = { apikey: shared.keys.publishable, prefer: `timezone=${zone}` }
    const response = await ask('http://localhost/rest/v1/moments', { headers })
    return response.json()
  }
  await expect.poll(() => read('UTC')).toEqual([{ at: '2026-07-01T12:00:00+00:00' }])
  const answers = await Promise.all(
    ['UTC', 'Asia/Tokyo', 'UTC', 'Asia/Tokyo'].map((zone) => read(zone)),
  )
  const [utc, tokyo] = ['2026-07-01T12:00:00+00:00', '2026-07-01T21:00:00+09:00']
  expect(answers).toEqual([utc, tokyo, utc, tokyo].map((at) => [{ at }]))
  await shared.stop()
})

test('a function whose rows exceed max-affected is taken back', async () => {
  const path = '/rpc/rewrite'
  const refused = await prefer(path, 'handling=strict, max-affected=2', { method: 'POST' })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'PGRST124', details: 'The query affects 3 rows' },
  })
  const again = await library.ask('/books?noted=eq.again&select=id')
  expect(again.body).toEqual([])
  const many = await prefer(path, 'handling=strict, max-affected=3', { method: 'POST' })
  expect(many.body).toHaveLength(3)
  expect(many.headers.get('preference-applied')).toBe('handling=strict, max-affected=3')
})

test.each(['rewrite_silently', 'first_author', 'add?a=1'])(
  '/rpc/%s returns no set, and is not called with max-affected and strict handling',
  async (call) => {
    await library.database.sql`update public.books set noted = 'unread'`
    const method = call.includes('?') ? 'GET' : 'POST'
    const path = `/rpc/${call}`
    expect(await prefer(path, 'handling=strict, max-affected=20', { method })).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST128',
        message:
          'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      },
    })
    expect((await library.ask('/books?noted=eq.again')).body).toEqual([])
    const lenient = await prefer(path, 'max-affected=20', { method })
    expect([lenient.status < 300, lenient.headers.get('preference-applied')]).toEqual([true, null])
  },
)

test('max-affected has no meaning for reads and inserts', async () => {
  const read = await prefer('/books?select=id', 'handling=strict, max-affected=1')
  expect([read.status, read.headers.get('preference-applied')]).toEqual([200, 'handling=strict'])
  const headers = { 'content-type': 'application/json', prefer: 'handling=strict, max-affected=0' }
  const body = '{"id":9,"label":"new"}'
  expect((await library.ask('/shelves', { method: 'POST', headers, body })).status).toBe(201)
})

test('the first value of a preference counts, and only those that have a meaning are applied', async () => {
  const preferences = 'return=representation, count=exact, count=planned, missing=default'
  const read = await prefer('/books?select=id', preferences)
  expect(read.headers.get('preference-applied')).toBe('count=exact')
})
