import { afterAll, describe, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

const visitor = await library.createUser()
const callers: [caller: string, headers: Record<string, string>][] = [
  ['an anonymous caller', {}],
  ['a signed-in caller', { authorization: `Bearer ${visitor.token}` }],
]
const server = { apikey: library.keys.secret }

describe.each(callers)('for %s', (_, headers) => {
  test.each([
    'title=match.^H',
    'title=not.imatch.^H',
    'title=match(any).{^H}',
    'title=imatch(all).{^H}',
    'or=(id.eq.1,title.match."((x{1,25}){1,25}){1,12}")',
    'and=(id.eq.1,not.or(title.imatch.x,id.eq.2))',
    'select=id,authors!author_id(id)&authors.name=match.x',
    'select=id,authors!author_id(id)&authors.or=(name.imatch.x)',
  ])('a filter with a regular expression is refused: %s', { tags: ['abuse-33'] }, async (query) => {
    const { status, body } = await library.ask(`/books?${query}`, { headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'PT400',
      message: 'Regular expressions are not allowed in filters',
    })
  })

  test.each(['PATCH', 'DELETE'])(
    'a %s filtered by a regular expression is refused',
    { tags: ['abuse-33'] },
    async (method) => {
      const answer = await library.ask('/books?title=match.^H', {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"pages":1}',
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'PT400' } })
    },
  )

  test.each<[part: string, make: (count: number) => string, most: number]>([
    ['filters', (count) => list(count, () => 'pages=gt.1').join('&'), 100],
    ['filters', (count) => `or=(${list(count, () => 'pages.gt.1').join()})`, 100],
    ['values', (count) => `id=in.(${list(count, String).join()})`, 500],
    ['columns', (count) => `select=${list(count, (each) => `c${each}:id`).join()}`, 100],
    ['columns', (count) => `select=id&order=${list(count - 1, () => 'id').join()}`, 100],
    ['steps', (count) => `about${'->a'.repeat(count)}=is.null`, 20],
    [
      'embedded tables',
      (count) => `select=${list(count, (each) => `e${each}:authors!author_id(id)`).join()}`,
      10,
    ],
    ['levels', (count) => `select=${nested(count)}`, 3],
    ['characters', (count) => `title=eq.${'x'.repeat(count)}`, 8000],
  ])('a query with too many %s is refused', { tags: ['abuse-32'] }, async (part, make, most) => {
    expect((await library.ask(`/books?${make(most)}`, { headers })).status).toBe(200)
    const { status, body } = await library.ask(`/books?${make(most + 1)}`, { headers })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'PT400',
        message: `The query has too many ${part}`,
        details: `at most ${most}`,
      },
    })
  })

  test(
    'a response is limited to two million bytes, wherever they come from',
    { tags: ['abuse-32'] },
    async () => {
      await library.database.sql`
      insert into public.books (title, author_id)
      select 'long ' || repeat('x', 3000), 3 from generate_series(1, 900)`
      const tooLarge = { status: 413, body: { code: 'PT413', message: 'The answer is too large' } }
      for (const path of [
        '/books?title=like.long*',
        '/authors?select=id,books!author_id(title)&id=eq.3',
        '/authors?select=a:books!author_id(title,author:authors!author_id(books!author_id(title)))',
        '/rpc/books_by?author=3',
        '/rpc/long_texts',
        '/rpc/one_long_text',
      ])
        expect(await library.ask(path, { headers })).toMatchObject(tooLarge)
      const count = await library.ask('/books?title=like.long*', { method: 'HEAD', headers })
      expect(count.status).toBe(200)
      const page = await library.ask('/books?title=like.long*&limit=500', { headers })
      expect(page.body).toHaveLength(500)
      const changed = await library.ask('/books?title=like.long*', {
        method: 'PATCH',
        headers: {
          ...headers,
          prefer: 'return=representation',
          'content-type': 'application/json',
        },
        body: '{"pages":77}',
      })
      expect(changed).toMatchObject(tooLarge)
      const [row] = await library.database.sql`select count(*) from public.books where pages = 77`
      expect(row?.count).toBe('0')
      await library.database.sql`delete from public.books where title like 'long%'`
    },
  )

  test('a read is limited to two seconds', { tags: ['abuse-32'] }, async () => {
    const { body } = await library.ask('/rpc/request_facts', { headers })
    expect(body).toMatchObject({ timeout: '2s' })
  })
})

test('the limits of queries do not apply to the secret key', async () => {
  await library.database.sql`
    insert into public.books (title, author_id)
    select 'long ' || repeat('x', 3000), 3 from generate_series(1, 900)`
  const ask = (path: string) => library.ask(path, { headers: server })
  for (const [filter, ids] of [
    ['title=match.^[HC]o', [1, 2]],
    ['title=imatch.^hot', [1]],
    ['title=imatch(any).{^hot,^run}', [1, 3]],
  ] as const)
    expect((await ask(`/books?select=id&order=id&${filter}`)).body).toEqual(
      ids.map((id) => ({ id })),
    )
  expect((await ask(`/books?${list(150, () => 'pages=gt.1').join('&')}`)).status).toBe(200)
  expect((await ask(`/books?select=${nested(6)}&id=lt.5`)).status).toBe(200)
  expect((await ask('/books?title=like.long*')).text.length).toBeGreaterThan(2_000_000)
  expect((await ask('/rpc/request_facts')).body).toMatchObject({ timeout: '30s' })
  await library.database.sql`delete from public.books where title like 'long%'`
})

test('a shorter statement_timeout of a role is respected', { tags: ['abuse-32'] }, async () => {
  await library.database.sql`alter role anon set statement_timeout = '700ms'`
  await library.database.sql`notify pgrst, 'reload schema'`
  await expect
    .poll(async () => (await library.ask('/rpc/request_facts')).body)
    .toMatchObject({ timeout: '700ms' })
  await library.database.sql`alter role anon set statement_timeout = '3s'`
})

function list(count: number, item: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => item(index))
}

/** Returns a `select` parameter that embeds authors and books in one another, `levels` levels deep. */
function nested(levels: number): string {
  let select = 'id'
  for (let level = levels; level > 0; level--)
    select = level % 2 === 1 ? `id,authors!author_id(${select})` : `id,books!author_id(${select})`
  return select
}
