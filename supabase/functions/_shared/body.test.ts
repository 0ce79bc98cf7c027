import { expect, test } from 'vitest'
import { readJson } from './body.ts'

function post(body: string | Uint8Array<ArrayBuffer>): Request {
  return new Request('http://localhost/functions/v1/any', { method: 'POST', body })
}

test.each(['{"name":"Ada 🌶️ صلصة"}', '{"text":"\\ud83c\\udf36"}', '[]', '"text"', 'null'])(
  'the body %s is read',
  async (body) => {
    expect(await readJson(post(body), 1000)).toEqual(JSON.parse(body))
  },
)

test.each([
  '{"name":"a\\u0000b"}',
  '[{"deep":["\\u0000"]}]',
  '{"a\\u0000b":1}',
  '"\\u0000"',
  '{"name":"half \\ud83c"}',
  '{"\\udf36":1}',
])('the body %s, which no database keeps, is refused', { tags: ['abuse-25'] }, async (body) => {
  await expect(readJson(post(body), 1000)).rejects.toMatchObject({ status: 400 })
})

test.each(['{"__proto__":1}', '[{"a":{"\\u005f_proto__":{}}}]', '{', '', 'no'])(
  'the body %s is no JSON that we take',
  async (body) => {
    await expect(readJson(post(body), 1000)).rejects.toMatchObject({ status: 400 })
  },
)

test('bytes that are no text are refused', async () => {
  await expect(readJson(post(new Uint8Array([0x22, 0xff, 0x22])), 1000)).rejects.toMatchObject({
    status: 400,
  })
})

test('a body is read no further than its limit, also when its length was not announced', async () => {
  const request = post(`"${'x'.repeat(2000)}"`)
  await expect(readJson(request, 1000)).rejects.toMatchObject({ status: 413 })
})
