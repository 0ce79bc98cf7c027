import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startStorageShop } from '../support/storage-shop.ts'
import {
  type FileForm,
  fileForms,
  hostileInputs,
  createHostileBodies,
  getInvalidValues,
  collectStrings,
} from './forms.ts'

const shop = await startStorageShop()
afterAll(() => shop.stop())
const bucket = await shop.aBucket()

beforeEach(async () => {
  await shop.database.sql`delete from storage.objects where bucket_id = ${bucket}`
  await shop.database.sql`delete from storage.buckets where id like '%@%'`
  await shop.storage.from(bucket).upload('a.txt', 'sauce')
})

const fill = (text: string) => text.replaceAll(':bucket', bucket).replaceAll(':name', 'a.txt')

/** Sends a request with the secret key, so that it can only be refused because of its body. */
function send(form: FileForm, body: string, headers = {}): Promise<Response> {
  const { path, method = 'POST' } = form
  return shop.ask(fill(path), { method, body: fill(body), headers })
}

/** Returns all buckets, objects and stored files. */
async function stored(): Promise<unknown> {
  const [row] = await shop.database.sql`
    select (select json_agg(b order by id) from storage.buckets b) as buckets,
      (select json_agg(o order by id) from storage.objects o) as objects`
  return [row, (await shop.onDisk()).toSorted()]
}

/** Returns the status and the error code of a refusal. */
async function refusalOf(answer: Response): Promise<[status: number, code: unknown]> {
  const { code, message, ...others } = await answer.json()
  expect(String(message)).not.toMatch(/^$|    at |select |\/work\//)
  expect(others).toEqual({ statusCode: expect.any(String), error: expect.any(String) })
  return [answer.status, code]
}

/** Returns a copy of the value in which `text` replaces every string. */
function withText(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return [text]
  if (typeof value !== 'object' || value === null) return text
  return Object.fromEntries(Object.keys(value).map((name) => [name, text]))
}

describe.each(fileForms)('the form of $path', (form) => {
  test.each(hostileInputs)(
    'a Storage form with %s in any field is refused',
    { tags: ['abuse-25', 'form-files-25', 'form-files-26', 'form-files-27'] },
    async (_, text) => {
      for (const [name, value] of Object.entries(form.fields)) {
        const body = JSON.stringify({ ...form.fields, [name]: withText(value, text) })
        const answer = await send(form, body)
        const [status, code] = answer.ok ? [400, 'Invalid'] : await refusalOf(answer)
        expect([status, code]).toEqual([400, expect.stringMatching(/^(Invalid|NoSuch)/)])
      }
      for (const words of collectStrings(await stored()))
        expect(words).not.toMatch(/[<>\r\n\0\u202e]|^=/)
    },
  )

  test(
    'a Storage form refuses fields of another type and missing fields',
    { tags: ['form-files-28'] },
    async () => {
      const before = await stored()
      const { fields, required } = form
      const bodies = [
        ...Object.entries(fields).flatMap(([name, value]) =>
          getInvalidValues(value).map((other) => ({ ...fields, [name]: other })),
        ),
        ...required.flatMap((name) =>
          [undefined, null].map((none) => ({ ...fields, [name]: none })),
        ),
      ]
      for (const body of bodies.map((each) => JSON.stringify(each)))
        expect([body, await refusalOf(await send(form, body))]).toEqual([
          body,
          [400, 'InvalidRequest'],
        ])
      expect(await stored()).toEqual(before)
    },
  )

  test(
    'a Storage form refuses oversized, deeply nested, malformed and prototype-changing bodies',
    { tags: ['abuse-28', 'form-files-28'] },
    async () => {
      const before = await stored()
      const large = JSON.stringify({ ...form.fields, filling: 'x'.repeat(1_100_000) })
      expect(await refusalOf(await send(form, large))).toEqual([413, 'BodyTooLarge'])
      for (const body of createHostileBodies(form.fields))
        expect([body.slice(0, 30), await refusalOf(await send(form, body))]).toEqual([
          body.slice(0, 30),
          [400, 'InvalidRequest'],
        ])
      expect(await stored()).toEqual(before)
    },
  )

  test(
    'a Storage form refuses requests of another site and is not changed by GET',
    { tags: ['form-files-36'] },
    async () => {
      const before = await stored()
      for (const origin of ['https://evil.example', 'null'])
        expect((await send(form, JSON.stringify(form.fields), { origin })).status).toBe(403)
      await shop.ask(`${fill(form.path)}?${new URLSearchParams(place(form))}`)
      expect(await stored()).toEqual(before)
    },
  )
})

function place({ fields }: FileForm): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

test(
  'an unexpected body of a Storage request is ignored',
  { tags: ['form-files-28'] },
  async () => {
    const before = await stored()
    const path = `/object/upload/sign/${bucket}/new.txt`
    for (const body of [...createHostileBodies({ expiresIn: 60 }), 'x'.repeat(2_000_000)])
      expect((await shop.ask(path, { method: 'POST', body })).status).toBe(200)
    expect(await stored()).toEqual(before)
  },
)

test(
  'a flood of Storage requests is queued and refused without delaying another address',
  { tags: ['form-files-30'] },
  async () => {
    let isOver = false
    const list = (clientAddress: string) =>
      shop.backend.handle({
        method: 'POST',
        path: `/storage/v1/object/list/${bucket}`,
        query: '',
        headers: { authorization: `Bearer ${shop.keys.publishable}` },
        body: null,
        stream: new Blob(['{}']).stream(),
        clientAddress,
        isAborted: () => isOver,
      })
    const crowd = Array.from({ length: 800 }, () => list('198.51.100.1'))
    expect((await list('198.51.100.2')).status).toBe(200)
    isOver = true
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100)
  },
)
