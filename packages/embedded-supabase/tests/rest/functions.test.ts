import { afterAll, expect, test } from 'vitest'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
afterAll(() => library.stop())

function post(name: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
  return library.ask(`/rpc/${name}`, { method: 'POST', headers: { 'content-type': type }, body })
}

test('a JSON argument can be passed by GET', async () => {
  const args = { given: '{"a":{"b":"c"}}', key: 'a' }
  const { data } = await library.anon.rpc('look_into', args, { get: true })
  expect(data).toBe('{"b":"c"}')
})

test('scalar results are filtered, sorted, limited and counted', async () => {
  const { data, count } = await library.anon
    .rpc('names', {}, { count: 'exact' })
    .gt('pgrst_scalar', 'Ada')
    .order('pgrst_scalar', { ascending: false })
    .limit(1)
  expect([data, count]).toEqual([['Cy'], 2])
  expect((await library.ask('/rpc/names?limit=1&offset=1')).body).toEqual(['Bea'])
})

test('a table with one column is returned as a table', async () => {
  expect((await library.anon.rpc('one_column')).data).toEqual([{ n: 1 }, { n: 2 }])
})

test('repeated query parameters fill a variadic argument', async () => {
  expect((await library.ask('/rpc/joined?sep=-&parts=a&parts=b,c')).body).toBe('a-b,c')
  expect((await library.anon.rpc('joined', { sep: '+', parts: ['a', 'b'] })).data).toBe('a+b')
})

test('an unnamed argument receives the whole body', async () => {
  expect((await post('whole_text', 'text/plain', 'größer')).body).toBe(6)
  const bytes = new Uint8Array([0, 255, 92, 10])
  expect((await post('whole_bytes', 'application/octet-stream', bytes)).body).toBe(4)
  expect((await post('whole', 'application/json', '"a"')).body).toBe('a')
  const form = await post('add', 'application/x-www-form-urlencoded', 'a=1&b=2')
  expect(form.body).toBe(3)
})

test('each call uses its own body, even after a call with the same argument names', async () => {
  const add = async (body: string) => (await post('add', 'application/json', body)).body
  expect(await add('{"a":1,"b":2}')).toBe(3)
  expect(await add('{"a":3,"b":4}')).toBe(7)
  expect(await add('{"b":1,"a":1}')).toBe(2)
  expect(await add('[{"a":1,"b":2}]')).toMatchObject({ code: 'PGRST202' })
  const whole = async (body: string) => (await post('whole', 'application/json', body)).body
  expect(await whole('{"c":1}')).toEqual({ c: 1 })
  expect(await whole('{"c":2}')).toEqual({ c: 2 })
  expect(await whole('{}')).toEqual({})
  expect(await whole('["c"]')).toEqual(['c'])
  const names = (query: string) => post(`names?pgrst_scalar=eq.${query}`, 'application/json', '{}')
  expect((await names('Ada')).body).toEqual(['Ada'])
  expect((await names('Bea')).body).toEqual(['Bea'])
})

test('a body that no overload accepts is answered with PGRST202', async () => {
  const { status, body } = await post('add', 'text/plain', 'x')
  expect([status, body]).toMatchObject([
    404,
    {
      code: 'PGRST202',
      details:
        'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
    },
  ])
  expect((await post('whole_text', 'text/plain', new Uint8Array([255, 254]))).status).toBe(400)
  expect((await post('whole_text', 'text/plain', 'a\0b')).status).toBe(400)
})

test.for([
  ['headers', 'no JSON', 'PGRST111'],
  ['headers', '{"X-A":"b"}', 'PGRST111'],
  ['headers', '[{"X-A":1}]', 'PGRST111'],
  ['headers', '[{"X-A":"b","X-C":"d"}]', 'PGRST111'],
  ['headers', '[{"X-A":"b\\r\\nSet-Cookie: c"}]', 'PGRST111'],
  ['headers', '[{"Content-Length":"3"}]', 'PGRST111'],
  ['status', 'teapot', 'PGRST112'],
  ['status', '99', 'PGRST112'],
] as const)(
  'an invalid response setting of a function, %s as %s, is answered with 500',
  async ([name, given, code]) => {
    const { data, error, status } = await library.anon.rpc('set_response', { name, given })
    expect([data, error?.code, status]).toEqual([null, code, 500])
  },
)

test('a function sets the headers and cookies of its response', async () => {
  const given =
    '[{"X-Made": "yes"}, {"Cache-Control": "max-age=1"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]'
  const body = JSON.stringify({ name: 'headers', given })
  const { headers } = await post('set_response', 'application/json', body)
  expect([headers.get('x-made'), headers.get('cache-control')]).toEqual(['yes', 'max-age=1'])
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test.each([
  '{"status":999999}',
  '{"status":1.5}',
  '{"status":101}',
  '{"status":400,"headers":{"a b":"c"}}',
  '{"status":400,"headers":{"X-Pot":"tea\\r\\nX-Cup: cup"}}',
  '{"status":400,"headers":{"Content-Length":"3"}}',
])('an invalid response raised as %s is answered with PGRST121', async (detail) => {
  const { data, error, status } = await library.anon.rpc('raise_answer', { detail })
  expect([data, error?.code, status]).toEqual([null, 'PGRST121', 500])
})

test(
  'an internal error is answered with 500 instead of an outage',
  { tags: ['abuse-37'] },
  async () => {
    const faulty = await createLibraryBackend({
      sessions: {
        ...library.database.sessions,
        use: () => Promise.reject(new TypeError('a fault')),
      },
    })
    const { status, body } = await faulty.ask('/books')
    expect([status, body]).toMatchObject([500, { code: 'PGRSTX00' }])
    expect(JSON.stringify(body)).not.toContain('a fault')
    await faulty.stop()
  },
)
