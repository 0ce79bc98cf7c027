import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

test('a single object is refused when the result has no row or several', async () => {
  const none = await library.anon.from('books').select('id').eq('id', 0).single()
  expect(none).toMatchObject({
    status: 406,
    error: { code: 'PGRST116', details: 'The result contains 0 rows' },
  })
  const several = await library.anon.from('books').select('id').single()
  expect(several).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  const one = await library.anon.from('books').select('id').eq('id', 2).single()
  expect(one.data).toEqual({ id: 2 })
})

test('a range with an exact count returns its part and the total', async () => {
  const { data, count, status } = await library.anon
    .from('books')
    .select('id', { count: 'exact' })
    .order('id')
    .range(1, 2)
  expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 })
  const whole = await library.ask('/books?select=id', { headers: { prefer: 'count=exact' } })
  expect([whole.status, whole.headers.get('content-range')]).toEqual([200, '0-3/4'])
  expect(whole.headers.get('preference-applied')).toBe('count=exact')
  const uncounted = await library.ask('/books?select=id&limit=2')
  expect([uncounted.status, uncounted.headers.get('content-range')]).toEqual([200, '0-1/*'])
  const empty = await library.ask('/books?id=eq.0')
  expect([empty.body, empty.headers.get('content-range')]).toEqual([[], '*/*'])
})

test('the Range header selects rows, and a range beyond the last row is refused', async () => {
  const some = await library.ask('/books?select=id&order=id', { headers: { range: '2-3' } })
  expect([some.body, some.headers.get('content-range')]).toEqual([[{ id: 3 }, { id: 4 }], '2-3/*'])
  const beyond = await library.ask('/books?select=id&offset=9', {
    headers: { prefer: 'count=exact' },
  })
  expect(beyond).toMatchObject({ status: 416, body: { code: 'PGRST103' } })
  expect(beyond.headers.get('content-range')).toBe('*/4')
  const backwards = await library.ask('/books', { headers: { range: '5-3' } })
  expect(backwards).toMatchObject({ status: 416, body: { code: 'PGRST103' } })
})

test('a HEAD request is answered like GET without the body', async () => {
  const { data, count, error } = await library.anon
    .from('books')
    .select('*', { count: 'exact', head: true })
  expect({ data, count, error }).toEqual({ data: null, count: 4, error: null })
  const head = await library.ask('/books', { method: 'HEAD' })
  expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-3/*'])
})

test('rows are returned as CSV, as a list, or without nulls', async () => {
  const query = '/books?select=id,title,pages&order=id&id=in.(3,4)'
  const csv = await library.ask(query, { headers: { accept: 'text/csv' } })
  expect(csv.text).toBe(`id,title,pages\n3,"Running fast",\n4,"Nobody's book",5`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const accept = 'application/vnd.pgrst.array+json;nulls=stripped'
  const stripped = await library.ask(query, { headers: { accept } })
  expect(stripped.body).toEqual([
    { id: 3, title: 'Running fast' },
    { id: 4, title: "Nobody's book", pages: 5 },
  ])
  expect(await library.ask(query, { headers: { accept: 'image/png' } })).toMatchObject({
    status: 406,
    body: { code: 'PGRST107' },
  })
})

test('a request exposes its role, address, method, path and headers to SQL, but no secrets', async () => {
  const ask = library.backend.fetchFor({ clientAddress: '203.0.113.9', headers: {} })
  const response = await ask('http://localhost/rest/v1/rpc/request_facts', {
    headers: {
      apikey: library.keys.publishable,
      authorization: `Bearer ${library.keys.publishable}`,
      cookie: 'a=b',
      'x-guest-cart-id': 'x',
      'x-forwarded-for': '6.6.6.6',
    },
  })
  expect(await response.json()).toEqual({
    role: 'anon',
    method: 'GET',
    path: '/rpc/request_facts',
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-guest-cart-id': 'x' },
    claims: { role: 'anon' },
    timeout: '2s',
    readonly: 'on',
  })
  const user = await library.createUser()
  expect((await user.client.rpc('request_facts')).data).toMatchObject({
    role: 'authenticated',
    timeout: '2s',
    claims: { sub: user.id, email: user.email },
  })
})

test('a GET request runs in a read-only transaction', { tags: ['abuse-36'] }, async () => {
  const answer = await library.ask('/rpc/write_book?title=x')
  expect(answer).toMatchObject({ status: 405, body: { code: '25006' } })
  const made = await library.anon.rpc('write_book', { title: 'x' })
  expect(made.data).toEqual(expect.any(Number))
  await library.database.sql`delete from public.books where title = 'x'`
})

test('a changed schema is loaded after its notification', async () => {
  const missing = await library.ask('/magazines')
  expect(missing).toMatchObject({ status: 404, body: { code: 'PGRST205' } })
  await library.database.sql.unsafe(`
    create table public.magazines (id int); grant select on public.magazines to anon;
    notify pgrst, 'reload schema';
  `)
  await expect.poll(async () => (await library.ask('/magazines')).status).toBe(200)
})
