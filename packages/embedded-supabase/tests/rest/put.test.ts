import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())
const { sql } = library.database

beforeEach(async () => {
  await sql`delete from public.author_notes`
  await sql`insert into public.author_notes values (1, 'first')`
  await sql`delete from public.book_shelves`
  await sql`insert into public.book_shelves values (1, 1)`
})

function put(path: string, body: unknown, headers: Record<string, string> = {}) {
  const sent = { 'content-type': 'application/json', ...headers }
  return library.ask(path, { method: 'PUT', headers: sent, body: JSON.stringify(body) })
}
const representation = { prefer: 'return=representation' }
const notes = () => sql`select author_id, note from public.author_notes order by author_id`

test('PUT inserts the row that its filter names, or replaces it', async () => {
  const made = await put('/author_notes?author_id=eq.2', { author_id: 2, note: 'new' })
  expect([made.status, made.text, made.headers.get('content-range')]).toEqual([204, '', null])
  const row = { author_id: 1, note: 'other' }
  expect((await put('/author_notes?author_id=eq.1', row)).status).toBe(204)
  expect(await notes()).toEqual([row, { author_id: 2, note: 'new' }])
})

test('PUT answers 201 with a new row and 200 with a replaced one when the row is wanted', async () => {
  const row = { author_id: 3, note: 'a' }
  const path = '/author_notes?author_id=eq.3&select=note,authors(name)'
  const made = await put(path, row, representation)
  expect(made).toMatchObject({ status: 201, body: [{ note: 'a', authors: { name: 'Cy' } }] })
  expect(made.headers.get('preference-applied')).toBe('return=representation')
  const single = { ...representation, accept: 'application/vnd.pgrst.object+json' }
  const replaced = await put(path, [{ ...row, note: 'b' }], single)
  expect(replaced).toMatchObject({ status: 200, body: { note: 'b', authors: { name: 'Cy' } } })
})

test('PUT needs each column of a key of several, and changes a row that has no other columns', async () => {
  const row = { book_id: 2, shelf_id: 1 }
  const partial = await put('/book_shelves?book_id=eq.2', row)
  expect(partial).toMatchObject({ status: 405, body: { code: 'PGRST105' } })
  const path = '/book_shelves?book_id=eq.2&shelf_id=eq.1'
  expect(await put(path, row, representation)).toMatchObject({ status: 201, body: [row] })
  expect(await put(path, row, representation)).toMatchObject({ status: 200, body: [row] })
})

test.each([
  '/author_notes',
  '/author_notes?note=eq.first',
  '/author_notes?author_id=eq.1&note=eq.first',
  '/author_notes?author_id=not.eq.1',
  '/author_notes?author_id=in.(1)',
  '/author_notes?author_id=eq(any).{1}',
  '/author_notes?and=(author_id.eq.1)',
  '/shelved?title=eq.x',
])('PUT %s is refused, because its filters are not the primary key', async (path) => {
  const answer = await put(path, { author_id: 1, note: 'x' })
  expect(answer).toMatchObject({
    status: 405,
    body: {
      code: 'PGRST105',
      message: "Filters must include all and only primary key columns with 'eq' operators",
    },
  })
  expect(await notes()).toEqual([{ author_id: 1, note: 'first' }])
})

test.each(['limit=1', 'offset=1'])('PUT with %s is refused', async (parameter) => {
  const row = { author_id: 1, note: 'x' }
  expect(await put(`/author_notes?author_id=eq.1&${parameter}`, row)).toMatchObject({
    status: 400,
    body: {
      code: 'PGRST114',
      message: 'limit/offset querystring parameters are not allowed for PUT',
    },
  })
})

test.each([
  ['another key', { author_id: 2, note: 'x' }],
  ['no key', { note: 'x' }],
  ['nothing', {}],
  ['no rows', []],
])('PUT of a body with %s changes nothing', async (_, body) => {
  expect(await put('/author_notes?author_id=eq.1', body)).toMatchObject({
    status: 400,
    body: {
      code: 'PGRST115',
      message: 'Payload values do not match URL in primary key column(s)',
    },
  })
  expect(await notes()).toEqual([{ author_id: 1, note: 'first' }])
})

test('PUT takes the row of its filter from a body of several and leaves out the rest', async () => {
  const rows = [
    { author_id: 2, note: 'rest' },
    { author_id: 1, note: 'own' },
  ]
  expect((await put('/author_notes?author_id=eq.1', rows)).status).toBe(204)
  expect(await notes()).toEqual([{ author_id: 1, note: 'own' }])
})

test('PUT changes nothing that the policies of its caller do not allow', async () => {
  await sql.unsafe(`
    alter table public.author_notes enable row level security;
    create policy own on public.author_notes to anon using (author_id = 1) with check (author_id = 1);
  `)
  const foreign = await put('/author_notes?author_id=eq.2', { author_id: 2, note: 'x' })
  expect(foreign).toMatchObject({ status: 401, body: { code: '42501' } })
  expect((await put('/author_notes?author_id=eq.1', { author_id: 1, note: 'x' })).status).toBe(204)
  expect(await notes()).toEqual([{ author_id: 1, note: 'x' }])
  await sql`alter table public.author_notes disable row level security`
})
