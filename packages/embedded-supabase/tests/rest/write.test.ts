import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())
const { sql } = library.database

beforeEach(async () => {
  await sql`delete from public.books where id > 4`
  await sql`update public.books set pages = 100 where id = 1`
})

const json = { 'content-type': 'application/json' }

function post(path: string, body: unknown, prefer = ''): ReturnType<typeof library.ask> {
  return library.ask(path, {
    method: 'POST',
    headers: { ...json, prefer },
    body: JSON.stringify(body),
  })
}

test('an insert is answered with 201, and with the row on request', async () => {
  const silent = await post('/books', { title: 'New' })
  expect([silent.status, silent.text, silent.headers.get('content-range')]).toEqual([
    201,
    '',
    '*/*',
  ])
  const { data, status } = await library.anon
    .from('books')
    .insert({ title: 'Newer', pages: 7 })
    .select('title, pages')
  expect([status, data]).toEqual([201, [{ title: 'Newer', pages: 7 }]])
})

test('the returned row of an insert can embed relations', async () => {
  const { data } = await library.anon
    .from('books')
    .insert({ title: 'By Bea', author_id: 2 })
    .select('title, author:author_id(name)')
    .single()
  expect(data).toEqual({ title: 'By Bea', author: { name: 'Bea' } })
})

test('a bulk insert requires the same keys in every row', async () => {
  const { data } = await library.anon
    .from('books')
    .insert([{ title: 'a' }, { title: 'b', pages: 3 }])
    .select('title, pages, noted')
  expect(data).toEqual([
    { title: 'a', pages: null, noted: 'unread' },
    { title: 'b', pages: 3, noted: 'unread' },
  ])
  const unlike = await post('/books', [{ title: 'a' }, { pages: 1 }])
  expect(unlike).toMatchObject({
    status: 400,
    body: { code: 'PGRST102', message: 'All object keys must match' },
  })
})

test('a missing column is null, or its default with missing=default', async () => {
  const rows = [{ title: 'a', noted: 'read' }, { title: 'b' }]
  const strict = await library.anon.from('books').insert(rows)
  expect(strict.error?.code).toBe('23502')
  const { data } = await library.anon
    .from('books')
    .insert(rows, { defaultToNull: false })
    .select('title, noted')
  expect(data).toEqual([
    { title: 'a', noted: 'read' },
    { title: 'b', noted: 'unread' },
  ])
})

test('headers-only returns the location of the new row', async () => {
  const answer = await post('/books', { title: 'Placed' }, 'return=headers-only')
  expect([answer.status, answer.text]).toEqual([201, ''])
  expect(answer.headers.get('location')).toMatch(/^\/books\?id=eq\.\d+$/)
})

test('an empty list inserts nothing, and an empty object inserts the defaults', async () => {
  expect(await post('/books', [], 'return=representation')).toMatchObject({ status: 201, body: [] })
  const refused = await post('/books', {})
  expect(refused).toMatchObject({ status: 400, body: { code: '23502' } })
})

test('an upsert merges by the primary key or ignores duplicates, and needs a unique column', async () => {
  const authors = library.anon.from('authors')
  const merged = await authors.upsert({ id: 3, name: 'Cyd' }).select('name, born').single()
  expect(merged.data).toEqual({ name: 'Cyd', born: null })
  const kept = await authors.upsert({ id: 3, name: 'Nobody' }, { ignoreDuplicates: true }).select()
  expect(kept.data).toEqual([])
  const wrong = await authors.upsert({ id: 3, name: 'x' }, { onConflict: 'name' })
  expect(wrong).toMatchObject({ status: 400, error: { code: '42P10' } })
  await authors.upsert({ id: 3, name: 'Cy' })
})

test('an update changes only the rows that match its filters', async () => {
  const { data, status } = await library.anon
    .from('books')
    .update({ pages: 101 })
    .eq('id', 1)
    .select('id, pages')
  expect([status, data]).toEqual([200, [{ id: 1, pages: 101 }]])
  const silent = await library.anon.from('books').update({ pages: 102 }).eq('id', 1)
  expect(silent.status).toBe(204)
  const none = await library.anon.from('books').update({ pages: 1 }).eq('id', 0).select()
  expect(none.data).toEqual([])
  const [row] = await sql`select sum(pages)::int as pages from public.books where id <= 4`
  expect(row?.pages).toBe(102 + 200 + 5)
})

test('an update with an empty object changes nothing', async () => {
  const books = () => library.anon.from('books')
  const asked = await books().update({}).eq('id', 1).select()
  expect([asked.error, asked.status, asked.data]).toEqual([null, 200, []])
  expect((await books().update({}).eq('id', 1)).status).toBe(204)
})

test('a change or delete without a filter is refused', async () => {
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await library.ask('/books', { method, headers: json, body: '{"pages":1}' })
    expect(answer).toMatchObject({ status: 400, body: { code: '21000' } })
    const limited = await library.ask('/books?id=gt.0&limit=1', {
      method,
      headers: json,
      body: '{"pages":1}',
    })
    expect(limited.status).toBe(400)
  }
})

test('a delete returns the deleted rows on request', async () => {
  await sql`insert into public.books (id, title) values (50, 'gone'), (51, 'gone')`
  const { data, count } = await library.anon
    .from('books')
    .delete({ count: 'exact' })
    .eq('title', 'gone')
    .select('id')
  expect(data).toEqual([{ id: 50 }, { id: 51 }])
  expect(count).toBe(2)
})

test('a change that affects more rows than allowed is rolled back', async () => {
  const many = await library.anon.from('books').update({ noted: 'x' }).gt('id', 0).select().single()
  expect(many).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  const capped = await library.ask('/books?id=gt.0', {
    method: 'PATCH',
    headers: { ...json, prefer: 'handling=strict, max-affected=2' },
    body: '{"noted":"x"}',
  })
  expect(capped).toMatchObject({ status: 400, body: { code: 'PGRST124' } })
  const rows = await sql`select from public.books where noted = 'x'`
  expect(rows).toHaveLength(0)
})

test.for<[what: string, body: unknown, status: number, code: string]>([
  ['a second row with the same key', { id: 1, name: 'x' }, 409, '23505'],
  ['a missing value', { id: 9 }, 400, '23502'],
  ['a value of the wrong type', { id: 'x', name: 'x' }, 400, '22P02'],
  ['an unknown column', { id: 9, name: 'x', nope: 1 }, 400, 'PGRST204'],
])('an insert with %s is refused', async ([, body, status, code]) => {
  expect(await post('/authors', body)).toMatchObject({ status, body: { code } })
})

test('a reference to a missing row is answered with 409', async () => {
  expect(await post('/books', { title: 'x', author_id: 99 })).toMatchObject({
    status: 409,
    body: { code: '23503' },
  })
})

test('an unknown preference is ignored, unless handling is strict', async () => {
  expect((await post('/books', { title: 'x' }, 'tx=rollback')).status).toBe(201)
  const kept = await sql`select from public.books where title = 'x'`
  expect(kept).toHaveLength(1)
  const strict = await post('/books', { title: 'x' }, 'handling=strict, tx=rollback')
  expect(strict).toMatchObject({ status: 400, body: { code: 'PGRST122' } })
})
