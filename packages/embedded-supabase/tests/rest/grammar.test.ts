import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzOptions } from '../support/fuzz.ts'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend({
  api: { schemas: ['public', 'back_room'], extra_search_path: ['extensions'], max_rows: 1000 },
})
afterAll(() => library.stop())

const secret = 'only the owner may read this'

beforeAll(async () => {
  const { sql, connection } = library.database
  for (const setting of ['aggregates_enabled = true', 'plan_enabled = true'])
    await sql.unsafe(
      `alter role authenticator in database ${connection.database} set pgrst.db_${setting}`,
    )
  await sql.unsafe(`
    alter table public.books enable row level security;
    -- Otherwise a view shows what its owner sees, here as everywhere.
    alter view public.titles set (security_invoker = true);
    create policy others on public.books to anon using (id < 100);
    insert into public.books (id, title, author_id) values (500, '${secret}', 1);
  `)
})

const name = fc.constantFrom(
  'id',
  'title',
  'author_id',
  'about',
  'words',
  'sold',
  'search',
  'name',
  'label',
  'count',
  'title_length',
  'longest',
  'other_books',
  'books',
  'authors',
  'shelves',
  'titles',
  'branches',
  'parent',
  'pgrst_scalar',
  'books_author_id_fkey',
  '"a b"',
  '*',
  '',
  'nothing_such',
  'ctid',
  'xmax',
)
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    'null',
    'true',
    '(1,2)',
    '{a,b}',
    '[1,2]',
    '"x"',
    '%',
    '*',
    '1e400',
    'sauce',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike',
  'match',
  'in',
  'is',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts(english)',
  'not.eq',
  'not.in',
  'eq(any)',
  'like(all)',
  'isdistinct',
  'nonsense',
)
const path = fc.constantFrom('', '->a', '->>b', '->0', '->>"x y"', '->', '->-1')
const cast = fc.constantFrom('', '::text', '::int', '::int[]', '::nothing', '::')
const aggregate = fc.constantFrom('', '', '', '.sum()', '.count()', '.max()', '.avg()::int', '.min')
const column = fc
  .tuple(fc.constantFrom('', 'x:', 'y:'), name, path, cast, aggregate)
  .map((parts) => parts.join(''))
const { select } = fc.letrec<{ select: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'select' },
    column,
    fc.constantFrom('count()', '*', 'n:count()'),
    fc
      .tuple(
        fc.constantFrom('', '...', 'z:'),
        name,
        fc.constantFrom('', '!inner', '!left', '!parent', '!author_id', '!books_author_id_fkey'),
        tie('select'),
      )
      .map(([before, relation, hint, inner]) => `${before}${relation}${hint}(${inner})`),
  ),
  select: fc.array(tie('item'), { maxLength: 3 }).map((items) => items.join(',')),
}))
const filter = fc
  .tuple(name, path, operator, value)
  .map(([field, steps, test, given]) => [`${field}${steps}`, `${test}.${given}`])
const group = fc
  .array(fc.tuple(name, operator, value), { maxLength: 3 })
  .map((parts) => [`or`, `(${parts.map((each) => each.join('.')).join(',')})`])
const order = fc
  .tuple(name, fc.constantFrom('', '.desc', '.asc.nullslast', '.up', '(id)'))
  .map((parts) => ['order', parts.join('')])
const plain = fc.constantFrom(
  ['limit', '1'],
  ['limit', '-1'],
  ['offset', '2'],
  ['offset', '9999999999'],
  ['columns', 'id'],
  ['on_conflict', 'id'],
  ['books.limit', '1'],
  ['authors.id', 'eq.1'],
  ['sep', '-'],
  ['parts', 'a'],
  ['given', '{}'],
  ['a', '1'],
  ['a', 'x'],
)
const query = fc
  .tuple(select, fc.array(fc.oneof(filter, group, order, plain), { maxLength: 4 }))
  .map(([wanted, parameters]) =>
    new URLSearchParams([
      ['select', wanted],
      ...parameters.map(([key = '', given = '']): [string, string] => [key, given]),
    ]).toString(),
  )
const target = fc.constantFrom(
  '/books',
  '/authors',
  '/titles',
  '/shelves',
  '/branches',
  '/ledger',
  '/rpc/names',
  '/rpc/books_by',
  '/rpc/add',
  '/rpc/joined',
  '/rpc/look_into',
  '/rpc/whole_text',
  '/rpc/one_column',
  '/crates',
)
const header = fc.record(
  {
    accept: fc.constantFrom(
      'application/json',
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.plan+json',
      'application/vnd.pgrst.plan; options=verbose',
      'x/y',
    ),
    prefer: fc.constantFrom(
      'count=exact',
      'count=planned',
      'count=estimated',
      'handling=strict,nonsense',
      'tx=rollback',
      'return=representation',
      'return=headers-only',
      'resolution=merge-duplicates,missing=default',
    ),
    range: fc.constantFrom('0-1', '5-2', 'x'),
    'accept-profile': fc.constantFrom('public', 'back_room', 'auth'),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom(
    '{"id":1,"title":"x"}',
    '[{"title":"x"},{"title":"y"}]',
    '[]',
    '{}',
    '{"":1}',
    '{"a":1}',
    'no JSON',
  ),
)
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE')

test(
  'no generated query fails with a server error or returns a hidden row',
  { tags: ['abuse-12-sign-in'], timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        target,
        query,
        header,
        method,
        body,
        async (at, parameters, headers, how, content) => {
          const hasBody = how === 'POST' || how === 'PATCH'
          const { status, text } = await library.ask(`${at}?${parameters}`, {
            method: how,
            headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
            ...(hasBody && { body: content }),
          })
          expect(status).toBeLessThan(500)
          expect(text).not.toContain(secret)
        },
      ),
      fuzzOptions,
    )
  },
)
