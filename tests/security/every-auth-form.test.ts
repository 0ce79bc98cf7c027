import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireResponse } from '../../packages/embedded-supabase/src/core/wire.ts'
import {
  createUser,
  type AuthService,
  createUniqueIp,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from '../backend/auth-service.ts'
import {
  type AuthForm,
  authForms,
  hostileInputs,
  createHostileBodies,
  collectStrings,
} from './forms.ts'

let service: AuthService
let session: string
beforeAll(async () => {
  service = await startAuthService()
  const known = createUniqueEmail()
  await createUser(service, known)
  const browser = await openSignedInBrowser(service, known)
  session = (await browser.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => service.stop())

function send(
  { path, method, as, query }: AuthForm,
  body: string,
  headers: Record<string, string> = {},
): Promise<WireResponse> {
  return service.call({
    path: `/auth/v1${path}`,
    method: method ?? 'POST',
    query,
    clientAddress: createUniqueIp(),
    body: new TextEncoder().encode(body),
    headers: {
      apikey: as === 'server' ? service.keys.secret : service.keys.publishable,
      ...(as === 'person' && { authorization: `Bearer ${session}` }),
      ...headers,
    },
  })
}

/** Returns what the forms of the sign-in service can have stored, and the emails that they can have queued. */
async function stored(): Promise<{ outbox: { recipient: string }[] }> {
  const [row] = await service.database.sql`
    select (select json_agg(json_build_object('email', email, 'meta', raw_user_meta_data)) from auth.users) as users,
      (select json_agg(full_name) from public.profiles) as profiles,
      (select coalesce(json_agg(t), '[]') from public.outbox t) as outbox`
  return row as unknown as { outbox: { recipient: string }[] }
}

describe.each(authForms)('the form of $path $query', (form) => {
  test.each(hostileInputs)(
    'an Auth form with %s in any field is handled without harm',
    {
      tags: [
        'abuse-25',
        'abuse-26',
        'every-auth-form-25',
        'every-auth-form-26',
        'every-auth-form-27',
      ],
    },
    async (_, text) => {
      await service.database.sql`delete from auth.rate_limits`
      for (const [name, value] of Object.entries(form.fields)) {
        const evil = typeof value === 'object' ? { full_name: text } : text
        const { status, body } = await send(form, JSON.stringify({ ...form.fields, [name]: evil }))
        expect(status).toBeLessThan(500)
        expect(String(body)).not.toContain('    at ')
      }
      const kept = await stored()
      for (const words of collectStrings(kept)) {
        expect(words).not.toMatch(/<\/?script|<img|javascript:|[\r\n\0\u202e]/i)
        expect(words).not.toMatch(/^=/)
      }
      for (const { recipient } of kept.outbox)
        expect(recipient).toMatch(/^[^\s<>"';\\@,]+@[^\s<>"';\\@,]+$/)
      expect(service.problems).toEqual([])
    },
  )

  test(
    'an Auth form refuses oversized, deeply nested, malformed and prototype-changing bodies',
    { tags: ['every-auth-form-28'] },
    async () => {
      const before = await stored()
      const large = JSON.stringify({ ...form.fields, filling: 'x'.repeat(70_000) })
      expect((await send(form, large)).status).toBe(413)
      for (const body of createHostileBodies(form.fields))
        expect([body.slice(0, 30), (await send(form, body)).status]).toEqual([
          body.slice(0, 30),
          400,
        ])
      expect(await stored()).toEqual(before)
    },
  )

  test(
    'an Auth form refuses requests of another site',
    { tags: ['abuse-36', 'every-auth-form-36'] },
    async () => {
      const before = await stored()
      for (const origin of ['https://evil.example', 'null'])
        expect((await send(form, JSON.stringify(form.fields), { origin })).status).toBe(403)
      expect(await stored()).toEqual(before)
    },
  )
})
