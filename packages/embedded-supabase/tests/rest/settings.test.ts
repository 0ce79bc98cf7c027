import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const usual = await createLibraryBackend()
const open = await createLibraryBackend({
  api: { schemas: ['public', 'back_room'], extra_search_path: ['extensions'], max_rows: 1000 },
})
afterAll(() => Promise.all([usual.stop(), open.stop()]))

beforeAll(async () => {
  const { sql, connection } = open.database
  for (const setting of [
    'aggregates_enabled = true',
    'plan_enabled = true',
    `tx_end = 'commit-allow-override'`,
  ])
    await sql.unsafe(
      `alter role authenticator in database ${connection.database} set pgrst.db_${setting}`,
    )
})

async function read(path: string): Promise<unknown> {
  return (await open.ask(path)).body
}

test('aggregates are refused until they are enabled', { tags: ['abuse-32'] }, async () => {
  expect(await usual.ask('/books?select=pages.sum()')).toMatchObject({
    status: 400,
    body: { code: 'PGRST123' },
  })
  expect((await usual.ask('/authors?select=name,books!author_id(count())')).status).toBe(400)
  const { data } = await open.anon
    .from('books')
    .select('author_id, n:count(), pages.sum(), pages.avg()::int')
    .order('author_id')
  expect(data).toEqual([
    { author_id: 1, n: 2, sum: 300, avg: 150 },
    { author_id: 2, n: 1, sum: null, avg: null },
    { author_id: null, n: 1, sum: 5, avg: 5 },
  ])
})

test('aggregates group by the other selected columns, JSON and embeds', async () => {
  expect(await read('/books?select=level:about->level,n:count()&about->level=eq.1')).toEqual([
    { level: 1, n: 1 },
  ])
  expect(await read('/books?select=authors!author_id(name),pages.max()&author_id=eq.1')).toEqual([
    { authors: { name: 'Ada' }, max: 200 },
  ])
  const spread =
    '/books?select=noted,...authors!author_id(born.min(),name)&author_id=not.is.null&order=noted'
  expect(await read(spread)).toEqual(
    expect.arrayContaining([{ noted: 'unread', name: 'Ada', min: '1815-12-10' }]),
  )
  expect(await read('/authors?select=...books!author_id(pages.sum())')).toMatchObject({
    code: 'PGRST127',
  })
})

test('an execution plan is returned only when plans are enabled', async () => {
  const { error } = await usual.anon.from('books').select().explain()
  expect(error?.code).toBe('PGRST107')
  const { data } = await open.anon.from('books').select('id').eq('id', 1).explain({ analyze: true })
  expect(data).toMatch(/Aggregate .*actual/)
  const json = await open.anon.from('books').select('id').explain({ format: 'json' })
  expect(json.data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }])
})

test('a rollback preference is honoured only when it is enabled', async () => {
  const tried = await open.anon.from('books').insert({ title: 'tried' }).select('title').rollback()
  expect(tried.data).toEqual([{ title: 'tried' }])
  expect(await read('/books?title=eq.tried')).toEqual([])
  await usual.anon.from('books').insert({ title: 'tried' }).rollback()
  expect((await usual.ask('/books?title=eq.tried&select=title')).body).toEqual([{ title: 'tried' }])
})

test('additional schemas are selected by their profile headers', async () => {
  const { data } = await open.anon.schema('back_room').from('crates').select('label').eq('id', 2)
  expect(data).toEqual([{ label: 'second' }])
  expect((await open.anon.schema('back_room').rpc('labels')).data).toEqual(['first', 'second'])
  const { error } = await open.anon.schema('back_room').from('crates').insert({ id: 3, label: 'x' })
  expect(error).toBeNull()
  expect((await open.ask('/crates')).status).toBe(404)
  const answer = await open.ask('/books?id=eq.1', { headers: { 'accept-profile': 'public' } })
  expect(answer.headers.get('content-profile')).toBe('public')
})

test('schemas that are not exposed are refused', { tags: ['abuse-12-sign-in'] }, async () => {
  for (const [library, schema] of [
    [usual, 'back_room'],
    [open, 'auth'],
    [open, 'pg_catalog'],
  ] as const) {
    const { error, status } = await library.anon.schema(schema).from('users').select()
    expect([status, error?.code]).toEqual([406, 'PGRST106'])
  }
})
