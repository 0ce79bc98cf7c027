import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())

function report(client = shop.anon, details: object = {}) {
  return client.rpc('log_security_event', { event_type: 'auth_failure', details })
}

async function noted(source: string): Promise<number> {
  const rows = await shop.database
    .sql`select from public.security_audit_log where source = ${source}`
  return rows.length
}

test(
  'an event reported by a browser is marked as such, whatever it claims',
  { tags: ['form-browser-reports-26', 'form-browser-reports-27'] },
  async () => {
    await report(shop.anon, { source: 'server', severity: 'high' })
    const [row] = await shop.database
      .sql`select source, severity, user_id from public.security_audit_log`
    expect({ ...row }).toEqual({ source: 'browser', severity: 'medium', user_id: null })
  },
)

test(
  'events reported by a browser are limited without telling it',
  { tags: ['abuse-28', 'form-browser-reports-30'] },
  async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => report()))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204]))
    expect(await noted('browser')).toBe(60)
  },
)

test(
  'browsers of one IPv6 /48 can report four times as many events as one address',
  { tags: ['abuse-28'] },
  async () => {
    const before = await noted('browser')
    for (let subnet = 1; subnet <= 250; subnet += 1)
      await report(shop.client({ 'x-forwarded-for': `2001:db8:e:${subnet.toString(16)}::1` }))
    expect((await noted('browser')) - before).toBe(240)
  },
)

test('server events are logged without that limit', async () => {
  for (let event = 0; event < 70; event++) expect((await report(shop.secret)).error).toBeNull()
  expect(await noted('server')).toBe(70)
})

test('an event of more than 4 KB is refused', { tags: ['form-browser-reports-28'] }, async () => {
  await shop.database.sql`delete from public.rate_limits`
  expect((await report(shop.anon, { filling: 'x'.repeat(5000) })).status).toBe(400)
})
