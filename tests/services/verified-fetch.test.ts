import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { createVerifiedFetch } from '../../domain/verified-fetch.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const secret = createClient(shop.siteUrl.origin, shop.keys.secret, {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: createVerifiedFetch(shop.backend.fetch) },
})
const anonymous = createClient(shop.siteUrl.origin, shop.keys.publishable, {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: createVerifiedFetch(shop.backend.fetch) },
})

test('the backend’s answers to an upsert, its repetition, a change and a call without a result are verified', async () => {
  const made = await secret.auth.admin.createUser({
    email: 'marsha@example.com',
    email_confirm: true,
  })
  const cart = { user_id: made.data.user?.id ?? '', email: 'marsha@example.com', items: [] }
  const upsert = () => secret.from('carts').upsert(cart, { onConflict: 'user_id' })
  expect([(await upsert()).status, (await upsert()).status]).toEqual([201, 200])
  const changed = await secret.from('carts').update({ items: [] }).eq('user_id', cart.user_id)
  expect(changed.status).toBe(204)
  expect((await secret.rpc('tidy_up', { p_now: new Date().toISOString() })).error).toBeNull()
})

test('the backend’s limit of newsletter sign-ups is verified', async () => {
  const marsha = { email: 'marsha@example.com', name: 'Marsha' }
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) {
    statuses.push((await anonymous.from('newsletter_signups').insert(marsha)).status)
    await shop.database.sql`delete from public.newsletter_signups`
  }
  expect(statuses).toEqual([201, 201, 201, 429])
})
