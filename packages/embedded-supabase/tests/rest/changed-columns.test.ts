import { afterEach, expect, test, vi } from 'vitest'
import { createLibraryBackend, type LibraryBackend } from '../support/library.ts'

const opened: LibraryBackend[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
})

/**
 * Returns a library whose connections have all prepared the statement of the same request, before the test changes a
 * table.
 */
async function askedOften(): Promise<LibraryBackend> {
  const library = await createLibraryBackend()
  opened.push(library)
  for (let times = 0; times < 5; times++) expect(await pagesOf(library, '100')).toEqual([{ id: 1 }])
  return library
}

async function pagesOf(library: LibraryBackend, pages: string): Promise<unknown> {
  const { data, error } = await library.anon.from('books').select('id').eq('pages', pages)
  return data ?? error
}

test('a prepared query works after a migration changes the type of its column', async () => {
  const library = await askedOften()
  await library.database.sql`alter table public.books alter pages type text`
  for (let times = 0; times < 5; times++) expect(await pagesOf(library, '100')).toEqual([{ id: 1 }])
  await library.database.sql`update public.books set pages = 'many' where id = 2`
  expect(await pagesOf(library, 'many')).toEqual([{ id: 2 }])
})

test('a prepared query works after a column changed without a notification', async () => {
  const library = await askedOften()
  await library.database.sql`alter event trigger pgrst_ddl_watch disable`
  await library.database.sql`alter table public.books alter pages type text`
  await library.database.sql`update public.books set pages = 'many' where id = 2`
  expect(await pagesOf(library, 'many')).toEqual([{ id: 2 }])
  for (let times = 0; times < 5; times++) expect(await pagesOf(library, '100')).toEqual([{ id: 1 }])
})

test('a new table is available without a notification of its migration', async () => {
  const library = await askedOften()
  await library.database.sql`create table public.maps (id int)`
  await library.database.sql`grant select on public.maps to anon`
  const isThere = async () => expect((await library.ask('/maps')).body).toEqual([])
  await vi.waitFor(isThere, { timeout: 10_000 })
})

test('a query that no column can answer does not reset the connections', async () => {
  const library = await askedOften()
  const { sql } = library.database
  const sessions = () =>
    sql`select pid from pg_stat_activity where datname = current_database() order by pid`
  const before = await sessions()
  for (let times = 0; times < 5; times++)
    expect(await library.ask('/books?id=like.x')).toMatchObject({
      status: 404,
      body: { code: '42883' },
    })
  // The pool may have opened another connection meanwhile.
  expect(await sessions()).toEqual(expect.arrayContaining(before))
})
