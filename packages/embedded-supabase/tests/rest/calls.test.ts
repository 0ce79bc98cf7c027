import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

const json = { 'content-type': 'application/json' }

test('a function is called by POST and GET with named arguments and defaults', async () => {
  expect((await library.anon.rpc('add', { a: 1, b: 2 })).data).toBe(3)
  expect((await library.anon.rpc('add', { a: 1 })).data).toBe(11)
  expect((await library.anon.rpc('add', { a: 1, b: 5 }, { get: true })).data).toBe(6)
  expect((await library.ask('/rpc/add?a=1')).body).toBe(11)
})

test('a function returns rows, scalars, tables, one row or no content', async () => {
  expect((await library.anon.rpc('books_by', { author: 2 }).select('title')).data).toEqual([
    { title: 'Running fast' },
  ])
  expect((await library.anon.rpc('names')).data).toEqual(['Ada', 'Bea', 'Cy'])
  expect((await library.anon.rpc('pairs')).data).toEqual([
    { k: 'one', v: 1 },
    { k: 'two', v: 2 },
  ])
  expect((await library.anon.rpc('first_author')).data).toMatchObject({ id: 1, name: 'Ada' })
  const nothing = await library.ask('/rpc/nothing', { method: 'POST' })
  expect([nothing.status, nothing.text]).toEqual([204, ''])
})

test('the rows of a function can be filtered, ordered, embedded and counted', async () => {
  const { data, count } = await library.anon
    .rpc('books_by', { author: 1 }, { count: 'exact' })
    .select('title, author_id(name)')
    .gt('pages', 50)
    .order('pages', { ascending: false })
    .limit(1)
  expect({ data, count }).toEqual({
    data: [{ title: 'Cold sauces', author_id: { name: 'Ada' } }],
    count: 2,
  })
  expect((await library.ask('/rpc/books_by?author=1&pages=eq.200&select=id')).body).toEqual([
    { id: 2 },
  ])
})

test('a function of one unnamed JSON argument takes the whole body', async () => {
  const answer = await library.ask('/rpc/whole', {
    method: 'POST',
    headers: json,
    body: '[1,{"a":2}]',
  })
  expect(answer.body).toEqual([1, { a: 2 }])
})

test('overloads are resolved by the names of their arguments', async () => {
  expect((await library.anon.rpc('overloaded', { a: 1 })).data).toBe('int')
  expect((await library.anon.rpc('overloaded', { a: 1, b: 2 })).data).toBe('two')
})

test('an unknown function and unknown or missing arguments are answered with 404', async () => {
  for (const [name, args] of [
    ['nope', {}],
    ['add', {}],
    ['add', { a: 1, c: 2 }],
  ] as const) {
    expect(await library.anon.rpc(name, args)).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    })
  }
})

test.for<[code: string, status: number]>([
  ['P0001', 400],
  ['22023', 400],
  ['23505', 409],
  ['42501', 401],
  ['PT402', 402],
  ['40001', 500],
  ['57014', 500],
])('an exception with the code %s is answered with %i', async ([code, status]) => {
  const answer = await library.anon.rpc('complain', { code, message: 'because' })
  expect(answer.status).toBe(status)
  expect(answer.error).toMatchObject({ code, message: 'because', details: 'why', hint: 'how' })
})

test('a refusal is 403 for a signed-in caller and 401 for an anonymous one', async () => {
  const { client } = await library.createUser()
  expect((await client.rpc('complain', { code: '42501', message: 'no' })).status).toBe(403)
})

test('a function sets the status and headers of its response', async () => {
  const made = await library.ask('/rpc/answer_status', { method: 'POST' })
  expect([made.status, made.headers.get('x-made'), made.body]).toEqual([202, 'yes', 'made'])
  const pot = await library.ask('/rpc/teapot', { method: 'POST' })
  expect([pot.status, pot.headers.get('x-pot')]).toEqual([418, 'tea'])
  expect(pot.body).toEqual({ code: 'T1', message: 'I am a teapot', details: 'd', hint: 'h' })
})
