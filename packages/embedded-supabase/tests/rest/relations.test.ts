import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

async function read(path: string): Promise<unknown> {
  return (await library.ask(path)).body
}

test('embedded rows are counted with count', async () => {
  const { data } = await library.anon
    .from('authors')
    .select('name, books!author_id(count)')
    .order('id')
  expect(data).toEqual([
    { name: 'Ada', books: [{ count: 2 }] },
    { name: 'Bea', books: [{ count: 1 }] },
    { name: 'Cy', books: [{ count: 0 }] },
  ])
  expect(await read('/books?select=count&pages=gt.50')).toEqual([{ count: 2 }])
  expect(await read('/books?select=id,count')).toMatchObject({ code: '42803' })
})

test('a self-referencing table is embedded as parent and as children', async () => {
  const path = '/branches?select=name,parent(name),children:branches(name)&id=eq.2'
  expect(await read(path)).toEqual([
    { name: 'left', parent: { name: 'root' }, children: [{ name: 'leaf' }] },
  ])
  expect(await read('/branches?select=name,branches!parent(name)&id=eq.4')).toEqual([
    { name: 'leaf', branches: [] },
  ])
})

test('computed columns are selected, filtered and sorted by, also in the response of an update', async () => {
  const { data } = await library.anon
    .from('books')
    .select('id, long:title_length')
    .gt('title_length', 10)
    .order('title_length', { ascending: false })
  expect(data).toEqual([
    { id: 4, long: 13 },
    { id: 3, long: 12 },
    { id: 2, long: 11 },
  ])
  const changed = await library.anon
    .from('books')
    .update({ noted: 'read' })
    .eq('id', 1)
    .select('title_length, longest:other_books(title)')
  expect(changed.data).toEqual([{ title_length: 10, longest: [{ title: 'Cold sauces' }] }])
  expect(await read('/books?select=nothing_such')).toMatchObject({ code: '42703' })
})

test('computed relationships embed one row or many', async () => {
  const path = '/authors?select=name,longest(title),...longest(pages)&order=id&limit=2'
  expect(await read(path)).toEqual([
    { name: 'Ada', longest: { title: 'Cold sauces' }, pages: 200 },
    { name: 'Bea', longest: { title: 'Running fast' }, pages: null },
  ])
  const inner = '/books?select=id,other_books!inner(id,authors!author_id(name))&order=id'
  expect(await read(inner)).toEqual([
    { id: 1, other_books: [{ id: 2, authors: { name: 'Ada' } }] },
    { id: 2, other_books: [{ id: 1, authors: { name: 'Ada' } }] },
  ])
  expect(await read('/authors?select=name&order=longest(pages)&limit=1')).toMatchObject({
    code: 'PGRST108',
  })
  expect(
    await read('/authors?select=name,longest()&order=longest(pages).desc.nullslast&limit=1'),
  ).toEqual([{ name: 'Ada' }])
})

test('relationships work through views with renamed columns', async () => {
  expect(await read('/titles?select=called,authors(name)&book=eq.1')).toEqual([
    { called: 'Hot sauces', authors: { name: 'Ada' } },
  ])
  expect(await read('/authors?select=name,titles(called)&id=eq.2')).toEqual([
    { name: 'Bea', titles: [{ called: 'Running fast' }] },
  ])
  expect(await read('/titles?select=book,shelves(label)&book=eq.2')).toEqual([
    { book: 2, shelves: [{ label: 'low' }] },
  ])
  expect(await read('/titles?select=book,book_shelves(shelves(label))&book=eq.2')).toEqual([
    { book: 2, book_shelves: [{ shelves: { label: 'low' } }] },
  ])
})

test('planned and estimated counts are returned, and small estimates are exact', async () => {
  await library.database.sql`analyze public.authors`
  const counts = await Promise.all(
    (['exact', 'planned', 'estimated'] as const).map((count) =>
      library.anon.from('authors').select('id', { count, head: true }),
    ),
  )
  expect(counts.map(({ count }) => count)).toEqual([3, 3, 3])
  const small = await createLibraryBackend({
    api: { schemas: ['public'], extra_search_path: [], max_rows: 2 },
  })
  await small.database.sql`analyze public.authors`
  const { data, count } = await small.anon.from('authors').select('id', { count: 'estimated' })
  expect([data?.length, count]).toEqual([2, 3])
  await small.stop()
})

test.each(['exact', 'planned', 'estimated'] as const)(
  'a later page with a filtered embed is counted as %s',
  async (count) => {
    const page = library.anon
      .from('authors')
      .select('id, books!books_author_id_fkey(id)', { count })
    const { data, error } = await page
      .range(1, 1)
      .order('id')
      .eq('books.id', 1)
      .limit(1, { referencedTable: 'books' })
    expect(error).toBeNull()
    expect(data).toHaveLength(1)
  },
)
