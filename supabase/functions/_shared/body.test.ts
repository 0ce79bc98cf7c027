import { expect, test } from 'vitest'
import { readJson } from './body.ts'

function post(body: string | Uint8Array<ArrayBuffer>): Request {
  return new Request('http://localhost/functions/v1/any', { method: 'POST', body })
}

test.each(['{"name":"Ada 🌶️ صلصة"}', '{"text":"\\ud83c\\udf36"}', '[]', '"text"', 'null'])(
  'reads the body %s',
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
])('refuses the body %s, which PostgreSQL cannot store', { tags: ['abuse-25'] }, async (body) => {
  await expect(readJson(post(body), 1000)).rejects.toMatchObject({ status: 400 })
})

test.each(['{"__proto__":1}', '[{"a":{"\\u005f_proto__":{}}}]', '{', '', 'no'])(
  'refuses the body %s, which is not acceptable JSON',
  async (body) => {
    await expect(readJson(post(body), 1000)).rejects.toMatchObject({ status: 400 })
  },
)

test('refuses a body that is not UTF-8', async () => {
  await expect(readJson(post(new Uint8Array([0x22, 0xff, 0x22])), 1000)).rejects.toMatchObject({
    status: 400,
  })
})

test('reads a body no further than its limit, even without a content-length', async () => {
  const request = post(`"${'x'.repeat(2000)}"`)
  await expect(readJson(request, 1000)).rejects.toMatchObject({ status: 413 })
})
