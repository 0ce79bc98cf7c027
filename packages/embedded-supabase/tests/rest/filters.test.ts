import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

async function idsOf(query: string): Promise<number[]> {
  const { body, status, text } = await library.ask(`/books?select=id&order=id&${query}`)
  if (status !== 200 || !Array.isArray(body)) throw new Error(`${status} ${text}`)
  return body.map((row: { id: number }) => row.id)
}

test.for<[query: string, ids: number[]]>([
  ['id=eq.1', [1]],
  ['id=neq.1', [2, 3, 4]],
  ['id=not.eq.1', [2, 3, 4]],
  ['pages=gt.100', [2]],
  ['pages=gte.100', [1, 2]],
  ['pages=lt.100', [4]],
  ['pages=lte.100', [1, 4]],
  ['title=like.*sauces', [1, 2]],
  ['title=ilike.HOT*', [1]],
  ['title=like(any).{Hot*,Run*}', [1, 3]],
  ['title=like(all).{*sauces,Hot*}', [1]],
  ['id=eq(any).{1,3}', [1, 3]],
  ['id=in.(1,3)', [1, 3]],
  ['id=in.()', []],
  ['id=not.in.(1,3)', [2, 4]],
  ['title=in.("Hot sauces","Nobody\'s book")', [1, 4]],
  ['pages=is.null', [3]],
  ['pages=is.not_null', [1, 2, 4]],
  ['pages=not.is.null', [1, 2, 4]],
  ['author_id=isdistinct.1', [3, 4]],
  ['words=cs.{red}', [1, 3]],
  ['words=cd.{blue,green}', [2, 4]],
  ['words=ov.{blue,fast}', [2, 3]],
  ['about=cs.{"level":3}', [1]],
  ['sold=sl.[10,20)', [1, 2]],
  ['sold=sr.[6,8)', [4]],
  ['sold=nxl.[5,6)', [2, 4]],
  ['sold=nxr.[5,9)', [1, 2]],
  ['sold=adj.[9,20)', [2, 4]],
  ['search=fts.sauce', [1, 2]],
  ['search=fts(english).run', [3]],
  ['title=plfts(english).running', [3]],
  ['title=phfts(english).hot sauces', [1]],
  ['title=wfts(english).sauces -hot', [2]],
  ['about->>level=eq.3', [1]],
  ['about->level=eq.1', [2]],
  ['about->by->>name=eq.x', [1]],
  ['about->tags->>0=eq.a', [1]],
  ['or=(id.eq.1,pages.is.null)', [1, 3]],
  ['or=(id.eq.1,and(pages.gt.150,title.like.Cold*))', [1, 2]],
  ['and=(id.gt.1,not.or(id.eq.2,id.eq.3))', [4]],
  ['not.and=(id.gt.1,id.lt.4)', [1, 4]],
  ['or=(title.eq."Hot sauces",id.in.(3,4))', [1, 3, 4]],
  ['or=(words.cs.{red,hot},id.eq.4)', [1, 4]],
  ['id=gt.1&id=lt.4', [2, 3]],
  ['limit=2', [1, 2]],
  ['limit=2&offset=1', [2, 3]],
  ['limit=0', []],
])('the filter %s finds %j', async ([query, ids]) => {
  expect(await idsOf(query)).toEqual(ids)
})

test.for([
  'id=1',
  'id=foo.1',
  'id=eq',
  'or=id.eq.1',
  'or=(id.eq.1',
  'or=()',
  'id=is.maybe',
  'id=in.1',
  'select=id,',
  'select=(id)',
  'order=id.up',
  'limit=-1',
  'limit=many',
  'title=fts(english;drop).x',
  'id=eq(some).1',
  'select=id::regclass',
  'select=nope',
  'nope=eq.1',
  'id=eq.word',
  'prices.id=eq.1',
])('the query %s is refused with 400 and a code', async (query) => {
  const { status, body } = await library.ask(`/books?${query}`)
  expect(status).toBe(400)
  expect(body).toEqual({
    code: expect.stringMatching(/^(PGRST\d{3}|[0-9A-Z]{5})$/),
    message: expect.any(String),
    details: expect.toBeOneOf([expect.any(String), null]),
    hint: expect.toBeOneOf([expect.any(String), null]),
  })
})

test('rows are ordered by several columns, with nulls first or last', async () => {
  const order = async (value: string): Promise<unknown> =>
    (await library.ask(`/books?select=id&order=${value}`)).body
  expect(await order('pages.desc.nullslast,id')).toEqual([
    { id: 2 },
    { id: 1 },
    { id: 4 },
    { id: 3 },
  ])
  expect(await order('pages.asc.nullsfirst')).toEqual([{ id: 3 }, { id: 4 }, { id: 1 }, { id: 2 }])
  expect(await order('author_id.desc.nullslast,pages.desc')).toEqual([
    { id: 3 },
    { id: 2 },
    { id: 1 },
    { id: 4 },
  ])
  expect(await order('about->level.desc.nullslast,id')).toMatchObject([
    { id: 1 },
    { id: 2 },
    {},
    {},
  ])
})

test('columns can be renamed, cast and selected from JSON', async () => {
  const select = 'select=name:title,text:pages::text,about->level,first:about->tags->>0&id=eq.1'
  const { body } = await library.ask(`/books?${select}`)
  expect(body).toEqual([{ name: 'Hot sauces', text: '100', level: 3, first: 'a' }])
})

test('aggregates are refused by default, as in PostgREST', async () => {
  for (const select of ['count()', 'pages.sum()', 'total:pages.sum()::text']) {
    expect(await library.ask(`/books?select=${select}`)).toMatchObject({
      status: 400,
      body: { code: 'PGRST123' },
    })
  }
})

test(
  'a value with every reserved character is matched literally',
  { tags: ['abuse-24'] },
  async () => {
    const title = `a,b)c"d\\e*f%g_h.i:j(k'l&m=n#o;--`
    await library.database.sql`insert into public.books (title) values (${title})`
    const byEq = await library.anon.from('books').select('title').eq('title', title)
    expect(byEq.data).toEqual([{ title }])
    const quoted = `"${title.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    const byIn = await library.anon
      .from('books')
      .select('title')
      .filter('title', 'in', `(${quoted},x)`)
    expect(byIn.data).toEqual([{ title }])
    const byOr = await library.anon.from('books').select('title').or(`title.eq.${quoted},id.eq.0`)
    expect(byOr.data).toEqual([{ title }])
    expect((await library.anon.from('books').select('title').eq('title', 'a%')).data).toEqual([])
  },
)
