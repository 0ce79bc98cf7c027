import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

const json = { 'content-type': 'application/json' }

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = json,
) {
  return library.ask(path, { method: 'POST', headers, body })
}

test.for<[what: string, path: string]>([
  ['a filter', '/books?title=eq.a%00b'],
  ['a list', '/books?id=in.(%00)'],
  ['a column', '/books?a%00b=eq.1'],
  ['a name in quotes', '/books?select=%22a%00b%22:id'],
  ['a key of JSON', '/books?about-%3E%3Ea%00=eq.1'],
  ['a table', '/bo%00oks'],
  ['an argument', '/rpc/overloaded?a=%00'],
  ['a cast', '/books?select=id::te%00xt'],
])('a NUL in %s is refused', { tags: ['abuse-25'] }, async ([, path]) => {
  const { status, text } = await library.ask(path)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(/at .*\.ts|select |node_modules/)
})

test(
  'a raw or escaped NUL in a body is refused',
  { tags: ['abuse-25', 'every-rest-form-25'] },
  async () => {
    for (const body of ['{"title":"a\\u0000b"}', '{"title":"a\0b"}', '{"a\\u0000":1}']) {
      expect((await post('/books', body)).status).toBe(400)
    }
  },
)

test(
  'emoji, right-to-left text and ten thousand characters are returned unchanged',
  { tags: ['abuse-25'] },
  async () => {
    for (const title of [
      '🌶️🔥👩‍🍳',
      'صلصة حارة \u202e',
      'ü'.repeat(10_000),
      `'"\\;--/*\r\n\t`,
      '{}',
      '[1,2]',
      'null',
    ]) {
      const { data } = await library.anon
        .from('books')
        .insert({ title })
        .select('id, title')
        .single()
      expect(data?.title).toBe(title)
      const found = await library.anon
        .from('books')
        .select('id')
        .eq('title', title.slice(0, 2_000))
        .limit(2)
      expect(found.error).toBeNull()
    }
  },
)

test('a body over 1 MB is refused before it is read', async () => {
  const body = `{"title":"${'x'.repeat(1024 * 1024)}"}`
  expect((await post('/books', body)).status).toBe(413)
})

test('JSON nested ten thousand levels deep is refused', { tags: ['abuse-31'] }, async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const body = `{"about":${open.repeat(10_000)}1${close.repeat(10_000)}}`
    expect(await post('/books', body)).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
  }
})

test(
  'the key __proto__ is refused at every depth',
  { tags: ['abuse-28', 'every-rest-form-28'] },
  async () => {
    for (const body of [
      '{"__proto__":{"role":"x"}}',
      '{"title":"x","about":{"a":[{"__proto__":1}]}}',
      '[{"\\u005f_proto__":1}]',
    ]) {
      expect(await post('/books', body)).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
    }
    const innocent = await post('/books', '{"title":"the word __proto__ in a text"}')
    expect(innocent.status).toBe(201)
  },
)

test('a body that is not a JSON object or list of objects is refused', async () => {
  for (const body of ['', '{', 'nope', '"text"', '1', 'null', '[1]']) {
    expect((await post('/books', body)).status).toBe(400)
  }
  expect((await post('/books', new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400)
  const form = await post('/books', 'title=x', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(form.status).toBe(415)
})

test('a value beyond the limits of its type is answered with 400', async () => {
  const asked = [`search=eq.${'x'.repeat(3_000)}`, `words=cs.${'{'.repeat(7)}`]
  const answers = await Promise.all(asked.map((query) => library.ask(`/books?${query}`)))
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: '54000' },
    })
})

test('a change of a read-only view is answered with 400', async () => {
  const answer = await library.anon.from('shelved').update({ title: 'x' }).eq('title', 'y')
  expect(answer).toMatchObject({ status: 400, error: { code: '55000' } })
})

test(
  'an unknown method is answered with 405 and the allowed methods',
  { tags: ['abuse-37'] },
  async () => {
    for (const [method, path, code, allowed] of [
      ['DELETE', '/rpc/add', 'PGRST101', 'OPTIONS, GET, HEAD, POST'],
      ['PROPFIND', '/books', 'PGRST117', 'OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE'],
    ] as const) {
      const answer = await library.ask(path, { method })
      expect(answer).toMatchObject({ status: 405, body: { code } })
      expect(answer.headers.get('allow')).toBe(allowed)
    }
  },
)

test('a cross-site page cannot write', { tags: ['abuse-36', 'every-rest-form-36'] }, async () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) {
    const answer = await post('/books', '{"title":"crossed"}', { ...json, ...headers })
    expect(answer.status).toBe(403)
  }
  const own = await post('/books', '{"title":"own"}', { ...json, origin: library.siteUrl.origin })
  expect(own.status).toBe(201)
})

test(
  'a response has at most a thousand rows, also of an embedded table',
  { tags: ['abuse-32'] },
  async () => {
    await library.database.sql`
    insert into public.books (title, author_id) select 'many', 3 from generate_series(1, 1500)
  `
    for (const query of ['', '&limit=5000']) {
      const { body } = await library.ask(`/books?select=id&title=eq.many${query}`)
      expect(body).toHaveLength(1000)
    }
    const { data } = await library.anon
      .from('authors')
      .select('books!author_id(id)')
      .eq('id', 3)
      .single()
    expect(data?.books).toHaveLength(1000)
    const called = await library.anon.rpc('books_by', { author: 3 })
    expect(called.data).toHaveLength(1000)
  },
)

test('a slow statement of an anonymous caller is cancelled', { tags: ['abuse-32'] }, async () => {
  const answer = await library.anon.rpc('sleepy', { seconds: 60 })
  expect(answer).toMatchObject({ status: 500, error: { code: '57014' } })
})

test(
  'a database error that reveals a path of the server is only logged',
  { tags: ['abuse-37'] },
  async () => {
    const message = 'could not open file "/var/lib/private/17"'
    for (const code of ['53100', '58P01', 'F0000', 'XX000']) {
      const answer = await library.anon.rpc('complain', { code, message })
      expect(answer.status).toBeGreaterThanOrEqual(500)
      expect(JSON.stringify(answer.error)).not.toContain('private')
    }
    expect(JSON.stringify(library.log.lines)).toContain('private')
  },
)

test('a hundred concurrent requests on ten sessions each run with their own role and claims', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => library.createUser()))
  const seen = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const user = users[index % 11]
      const { data } = await (user?.client ?? library.anon).rpc('request_facts')
      if (index % 3 === 0)
        await (user?.client ?? library.anon).rpc('complain', { code: '22023', message: 'x' })
      return [data.role, data.claims.sub]
    }),
  )
  const expected = seen.map((_, index) => {
    const user = users[index % 11]
    return user === undefined ? ['anon', undefined] : ['authenticated', user.id]
  })
  expect(seen).toEqual(expected)
})

test('a statement outside the transaction of a request has no role that can read', async () => {
  await library.database.sessions.use(async (session) => {
    const loose = await session.runAll([
      { text: 'select count(*) from public.books' },
      { text: "select set_config('role', 'anon', true)" },
      { text: 'select count(*) from public.books' },
    ])
    expect(loose.map((each) => each.status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  })
})
