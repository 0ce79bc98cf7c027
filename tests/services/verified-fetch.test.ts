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

test('responses to an upsert, a repeated upsert, an update and a call without a result pass verification', async () => {
  const created = await secret.auth.admin.createUser({
    email: 'marsha@example.com',
    email_confirm: true,
  })
  const cart = { user_id: created.data.user?.id ?? '', email: 'marsha@example.com', items: [] }
  const upsert = () => secret.from('carts').upsert(cart, { onConflict: 'user_id' })
  expect([(await upsert()).status, (await upsert()).status]).toEqual([201, 200])
  const changed = await secret.from('carts').update({ items: [] }).eq('user_id', cart.user_id)
  expect(changed.status).toBe(204)
  expect(
    (await secret.rpc('delete_outdated_data', { p_now: new Date().toISOString() })).error,
  ).toBeNull()
})

test('rate-limited newsletter sign-ups pass verification', async () => {
  const marsha = { email: 'marsha@example.com', name: 'Marsha' }
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) {
    statuses.push((await anonymous.from('newsletter_signups').insert(marsha)).status)
    await shop.database.sql`delete from public.newsletter_signups`
  }
  expect(statuses).toEqual([201, 201, 201, 429])
})

test('refusals of tables and functions pass verification, also one that a function raises', async () => {
  await shop.database.sql.unsafe(
    `create function public.refuse_teapot() returns void language plpgsql as $$ begin
       raise sqlstate 'PGRST' using message = '{"code":"TEA42","message":"No"}', detail = '{"status":418,"headers":{}}';
     end $$; notify pgrst, 'reload schema'`,
  )
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const verified = createVerifiedFetch(shop.backend.fetch)
    const apikey = shop.keys.publishable
    return verified(`${shop.siteUrl.origin}${path}`, { headers: { apikey, ...headers } })
  }
  const statuses = [
    (await anonymous.rpc('desk_me')).status,
    (await anonymous.rpc('no_such_function')).status,
    (await anonymous.from('products').select('no_such_column')).status,
    (await anonymous.from('newsletter_signups').insert({ email: null })).status,
    (await get('/rest/v1/products?select=(')).status,
    (await get('/rest/v1/products', { authorization: 'Bearer a.b.c' })).status,
  ]
  expect(statuses.every((status) => status >= 400)).toBe(true)
  const raised = async () => (await secret.rpc('refuse_teapot')).status
  await expect.poll(raised).toBe(418)
})

test('refusals of the sign-in API pass verification', async () => {
  const password = 'Pickles1Forever'
  const { auth } = anonymous
  const errors = [
    (await auth.signInWithPassword({ email: 'nobody@example.com', password })).error,
    (await auth.signUp({ email: 'weak@example.com', password: 'x' })).error,
    (await auth.refreshSession({ refresh_token: 'none' })).error,
    (await auth.getUser('a.b.c')).error,
    (await auth.verifyOtp({ token_hash: 'none', type: 'recovery' })).error,
  ]
  expect(errors.map((error) => error?.name)).toEqual([
    'AuthApiError',
    'AuthWeakPasswordError',
    'AuthApiError',
    'AuthApiError',
    'AuthApiError',
  ])
})
