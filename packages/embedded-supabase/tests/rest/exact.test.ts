import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())
const { sql } = library.database

beforeEach(() => sql`truncate public.ledger restart identity`)

const csv = { headers: { accept: 'text/csv' } }

function insert(table: string, body: unknown, prefer: string): ReturnType<typeof library.ask> {
  return library.ask(`/${table}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer },
    body: JSON.stringify(body),
  })
}

test('CSV keeps every digit and quotes special characters', async () => {
  await sql`insert into public.ledger (amount, note) values (12345678901234567890.10, 'a, "b" \\ c')`
  await sql`insert into public.ledger (note) values (null), ('')`
  const { data } = await library.anon.from('ledger').select('id,amount,note').order('id').csv()
  expect(data).toBe(
    String.raw`id,amount,note
9007199254740993,12345678901234567890.10,"a, ""b"" \ c"
9007199254740994,0.10,
9007199254740995,0.10,""`,
  )
})

test('scalars, lists and empty results are returned as CSV', async () => {
  expect((await library.ask('/rpc/names', csv)).text).toBe('pgrst_scalar\nAda\nBea\nCy')
  expect((await library.ask('/rpc/add?a=1', csv)).text).toBe('pgrst_scalar\n11')
  expect((await library.ask('/books?select=words&id=eq.1', csv)).text).toBe('words\n"{red,hot}"')
  expect((await library.ask('/books?id=eq.99', csv)).text).toBe('\n')
})

test(
  'a CSV response for visitors has the same size limit as JSON',
  { tags: ['abuse-32'] },
  async () => {
    const { status, body } = await library.ask('/rpc/long_texts', csv)
    expect([status, body]).toMatchObject([413, { code: 'PT413' }])
  },
)

test('a missing column is filled by its identity or default', async () => {
  const { data, error } = await library.anon
    .from('ledger')
    .insert([{ note: 'a' }, { id: 5, note: 'b' }], { defaultToNull: false })
    .select('id::text,amount::text,note')
  expect(error).toBeNull()
  expect(data).toEqual([
    { id: '9007199254740993', amount: '0.10', note: 'a' },
    { id: '5', amount: '0.10', note: 'b' },
  ])
})

test('the Location header of a new row has its exact key', async () => {
  const { headers } = await insert('ledger', { note: 'x' }, 'return=headers-only')
  expect(headers.get('location')).toBe('/ledger?id=eq.9007199254740993')
})

test('an upsert answers 201 when it inserts a row, and 200 when it only updates', async () => {
  const prefer = 'resolution=merge-duplicates'
  expect((await insert('ledger', { id: 1, note: 'x' }, prefer)).status).toBe(201)
  expect((await insert('ledger', { id: 1, note: 'y' }, prefer)).status).toBe(200)
  const rows = [
    { id: 1, note: 'z' },
    { id: 2, note: 'z' },
  ]
  expect((await insert('ledger', rows, prefer)).status).toBe(201)
  const { status } = await library.anon.from('ledger').upsert(rows).select('id')
  expect(status).toBe(200)
  expect((await insert('ledger', rows, 'resolution=ignore-duplicates')).status).toBe(201)
})
