import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

async function read(path: string): Promise<unknown> {
  const { status, body, text } = await library.ask(path)
  if (status !== 200 && status !== 206) throw new Error(`${status} ${text}`)
  return body
}

test('a parent is embedded as an object by table and hint, by foreign key or by column', async () => {
  const expected = [{ id: 1, author: { name: 'Ada' } }]
  expect(await read('/books?select=id,author:authors!author_id(name)&id=eq.1')).toEqual(expected)
  expect(await read('/books?select=id,author:authors!books_author_id_fkey(name)&id=eq.1')).toEqual(
    expected,
  )
  expect(await read('/books?select=id,author:author_id(name)&id=eq.1')).toEqual(expected)
  expect(await read('/books?select=id,author:author_id(name)&id=eq.4')).toEqual([
    { id: 4, author: null },
  ])
})

test('children are embedded as a list with their own filters, order and limit', async () => {
  const select = 'name,books!author_id(title)'
  expect(await read(`/authors?select=${select}&order=id`)).toEqual([
    { name: 'Ada', books: [{ title: 'Hot sauces' }, { title: 'Cold sauces' }] },
    { name: 'Bea', books: [{ title: 'Running fast' }] },
    { name: 'Cy', books: [] },
  ])
  expect(await read(`/authors?select=${select}&id=eq.1&books.order=title&books.limit=1`)).toEqual([
    { name: 'Ada', books: [{ title: 'Cold sauces' }] },
  ])
  expect(await read(`/authors?select=${select}&id=lt.3&order=id&books.pages=gt.150`)).toEqual([
    { name: 'Ada', books: [{ title: 'Cold sauces' }] },
    { name: 'Bea', books: [] },
  ])
  expect(
    await read(`/authors?select=${select}&id=eq.1&books.or=(pages.eq.100,pages.eq.7)`),
  ).toEqual([{ name: 'Ada', books: [{ title: 'Hot sauces' }] }])
})

test('an inner embed returns only the rows that have a related row', async () => {
  const rows = await read('/authors?select=name,books!author_id!inner(title)&books.pages=gt.150')
  expect(rows).toEqual([{ name: 'Ada', books: [{ title: 'Cold sauces' }] }])
  const byParent = await read('/books?select=id,authors!author_id!inner(name)&authors.name=eq.Bea')
  expect(byParent).toEqual([{ id: 3, authors: { name: 'Bea' } }])
})

test('a filter on an embed finds rows with or without related rows', async () => {
  expect(await read('/authors?select=name,books!author_id()&books=is.null')).toEqual([
    { name: 'Cy' },
  ])
  expect(await read('/authors?select=name,books!author_id()&books=not.is.null&order=id')).toEqual([
    { name: 'Ada' },
    { name: 'Bea' },
  ])
})

test('a many-to-many relationship is embedded through its junction table', async () => {
  expect(
    await read('/books?select=id,shelves(label)&shelves.order=id&id=in.(1,2,3)&order=id'),
  ).toEqual([
    { id: 1, shelves: [{ label: 'top' }, { label: 'low' }] },
    { id: 2, shelves: [{ label: 'low' }] },
    { id: 3, shelves: [] },
  ])
})

test('a child that is unique is embedded as an object', async () => {
  expect(await read('/authors?select=name,author_notes(note)&order=id&limit=2')).toEqual([
    { name: 'Ada', author_notes: { note: 'first' } },
    { name: 'Bea', author_notes: null },
  ])
})

test('embeds can be nested and spread', async () => {
  expect(await read('/authors?select=name,books!author_id(title,shelves(label))&id=eq.2')).toEqual([
    { name: 'Bea', books: [{ title: 'Running fast', shelves: [] }] },
  ])
  expect(await read('/books?select=id,...author_id(writer:name)&id=eq.1')).toEqual([
    { id: 1, writer: 'Ada' },
  ])
})

test('rows are ordered by a column of their parent', async () => {
  const rows = await read(
    '/books?select=id,author_id(name)&order=author_id(name).desc.nullslast,id',
  )
  expect(rows).toMatchObject([{ id: 3 }, { id: 1 }, { id: 2 }, { id: 4 }])
})

test('an ambiguous relationship is answered with its candidates, and an unknown one with 400', async () => {
  expect(await library.ask('/books?select=id,authors(name)')).toMatchObject({
    status: 300,
    body: {
      code: 'PGRST201',
      details: [{ cardinality: 'many-to-one' }, { cardinality: 'many-to-one' }],
    },
  })
  expect(await library.ask('/books?select=id,orders(id)')).toMatchObject({
    status: 400,
    body: { code: 'PGRST200' },
  })
  expect(await library.ask('/books?select=id,users(id)')).toMatchObject({
    status: 400,
    body: { code: 'PGRST200' },
  })
})

test('a spread to-many embed returns its columns as lists', async () => {
  const path =
    '/authors?select=name,...books!author_id(books:id,title)&order=id&books.order=id.desc'
  expect((await library.ask(path)).body).toEqual([
    { name: 'Ada', books: [2, 1], title: ['Cold sauces', 'Hot sauces'] },
    { name: 'Bea', books: [3], title: ['Running fast'] },
    { name: 'Cy', books: [], title: [] },
  ])
  const inner = await library.ask('/authors?select=name,...books!author_id!inner(id)&name=eq.Cy')
  expect(inner.body).toEqual([])
})

test('an exact count respects inner embeds', async () => {
  const { count } = await library.anon
    .from('authors')
    .select('name, books!author_id!inner(title)', { count: 'exact', head: true })
  expect(count).toBe(2)
})
