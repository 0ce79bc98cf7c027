import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
const open = await createLibraryBackend({
  api: { schemas: ['public', 'back_room'], extra_search_path: ['extensions'], max_rows: 1000 },
})
afterAll(() => Promise.all([library.stop(), open.stop()]))

beforeAll(async () => {
  await library.database.sql.unsafe(`
    create view public.few_books as select id, title, pages from public.books;
    create view public.book_pages as select distinct id, pages from public.books;
    create function public.save_pages() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger saves instead of update on public.book_pages
      for each row execute function public.save_pages();
    create materialized view public.kept_titles as select title from public.books;
    create table public.unkeyed (a int);
    create function public.any_books() returns setof record language sql stable as
      $$ select id, title from public.books where id < 3 order by id $$;
    create function public.any_book(which int) returns record language sql stable as
      $$ select id, title from public.books where id = which $$;
    grant execute on function public.any_books(), public.any_book(int) to anon;
  `)
})

const all = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'

test.for<[path: string, allowed: string]>([
  ['/books', all],
  ['/few_books', all],
  ['/titles', all],
  ['/unkeyed', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
  ['/shelved', 'OPTIONS,GET,HEAD'],
  ['/kept_titles', 'OPTIONS,GET,HEAD'],
  ['/book_pages', 'OPTIONS,GET,HEAD,PATCH'],
  ['/rpc/write_book?title=x', 'OPTIONS,POST'],
  ['/rpc/names', 'OPTIONS,GET,HEAD,POST'],
  ['/rpc/add?a=1', 'OPTIONS,GET,HEAD,POST'],
])('OPTIONS %s is answered with the methods %s', async ([path, allowed]) => {
  const accept = 'application/geo+json'
  const answer = await library.ask(path, { method: 'OPTIONS', headers: { accept } })
  expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([200, '', allowed])
})

test('OPTIONS of something that does not exist is answered 404, and of another schema by its name', async () => {
  const ask = (path: string, headers = {}) => open.ask(path, { method: 'OPTIONS', headers })
  expect(await ask('/nowhere')).toMatchObject({ status: 404, body: { code: 'PGRST205' } })
  expect(await ask('/rpc/nowhere')).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
  expect(await ask('/rpc/add')).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
  expect((await ask('/crates')).status).toBe(404)
  const crates = await ask('/crates', { 'accept-profile': 'back_room' })
  expect(crates.headers.get('allow')).toBe(all)
  expect((await ask('/books', { apikey: 'wrong' })).status).toBe(401)
})

test('a read names its location, with its parameters sorted', async () => {
  const location = async (path: string, init: RequestInit = {}) =>
    (await library.ask(path, init)).headers.get('content-location')
  expect(await location('/books')).toBe('/books')
  expect(await location('/books?select=*&id=in.(1,2)&author_id=eq.1')).toBe(
    '/books?author_id=eq.1&id=in.%281%2C2%29&select=%2A',
  )
  expect(await location('/books?order=id', { method: 'HEAD' })).toBe('/books?order=id')
  expect(await location('/rpc/names')).toBeNull()
  expect(await location('/nothing')).toBeNull()
  expect(await location('/books?id=eq.0', { method: 'DELETE' })).toBeNull()
})

test('a read whose location would be too long for a header names none', async () => {
  const long = await library.ask(`/books?select=id&title=neq.${'%C3%A9'.repeat(1000)}`)
  expect([long.status, long.headers.get('content-location')]).toEqual([200, null])
})

test('a response with content names its schema when the request did, or when there are several', async () => {
  const profile = async (from: typeof library, path: string, init: RequestInit = {}) =>
    (await from.ask(path, init)).headers.get('content-profile')
  expect(await profile(library, '/books')).toBeNull()
  expect(await profile(library, '/books', { headers: { 'accept-profile': 'public' } })).toBe(
    'public',
  )
  expect(await profile(open, '/books')).toBe('public')
  expect(await profile(open, '/rpc/names')).toBe('public')
  const type = { 'content-type': 'application/json' }
  const named = { ...type, 'accept-profile': 'back_room', 'content-profile': 'back_room' }
  expect(await profile(open, '/crates', { headers: named })).toBe('back_room')
  const change = { method: 'PATCH', headers: named, body: '{"label":"same"}' }
  expect(await profile(open, '/crates?id=eq.0', change)).toBeNull()
  const shown = { ...change, headers: { ...named, prefer: 'return=representation' } }
  expect(await profile(open, '/crates?id=eq.0', shown)).toBe('back_room')
})

test('records whose columns no function declares have the names that its query gives them', async () => {
  expect((await library.anon.rpc('any_books')).data).toEqual([
    { id: 1, title: 'Hot sauces' },
    { id: 2, title: 'Cold sauces' },
  ])
  expect((await library.ask('/rpc/any_books?limit=1&offset=1')).body).toEqual([
    { id: 2, title: 'Cold sauces' },
  ])
  expect((await library.secret.rpc('any_books')).data).toHaveLength(2)
  expect((await library.anon.rpc('any_book', { which: 1 })).data).toEqual({
    id: 1,
    title: 'Hot sauces',
  })
})
