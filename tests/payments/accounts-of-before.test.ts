import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { connectDatabase, type Database } from '../../backend/database/connect.ts'
import { prepareDatabase } from '../../backend/database/prepare.ts'
import { startTestDatabase } from '../support/database.ts'

const present = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const server = await startTestDatabase()
const before = await mkdtemp(join(tmpdir(), 'migrations-'))
for (const file of await readdir(present))
  if (file < '20260101001100') await copyFile(join(present, file), join(before, file))
afterAll(async () => {
  await server.stop()
  await rm(before, { recursive: true })
})

/** A shop of before this migration that sells one sauce by an account, and what its rows are after it. */
async function updated(
  account: 'sandbox' | 'test',
  look: (sql: Database['sql']) => Promise<void>,
): Promise<void> {
  const name = `accounts_of_before_${account}`
  await server.sql.unsafe(`create database ${name}`)
  const { sql, close } = connectDatabase({ ...inject('templateDatabase'), database: name })
  try {
    await prepareDatabase(sql, { migrationsFolder: before, seedFile: null }, silent)
    await sql`insert into public.products (slug, name, category) values ('red-sauce', 'Red Sauce', 'hot-sauce')`
    await sql`
      insert into public.prices (product_id, unit_amount, stripe_price_id) select id, 850, 'price_red' from public.products`
    await sql`insert into public.delivery_methods (id, name, price, stripe_id) values ('standard', 'Standard', 329, 'shr_1')`
    await sql`
      insert into public.payment_provider_ids (account, lookup_key, provider_id)
      values (${account}, 'price_red-sauce', 'price_red'), (${account}, 'delivery_standard', 'shr_1')`
    await prepareDatabase(sql, { migrationsFolder: present, seedFile: null }, silent)
    await look(sql)
  } finally {
    await close()
    await server.sql.unsafe(`drop database ${name} with (force)`)
  }
}

test('a shop that was set up with an account goes on selling by it, and all of it is looked at', () =>
  updated('test', async (sql) => {
    const [product] = await sql<{ id: string; price: number }[]>`select id, price from products`
    expect(product?.price).toBe(850)
    const [jobs] =
      await sql`select array_agg(account || ' ' || subject order by subject) as all from catalogue_jobs`
    expect(jobs?.all).toEqual(['test delivery:standard', `test product:${product?.id}`])
    const [first] = await sql`
      select claim_catalogue_job('test', 60000, ${`product:${product?.id}`}) as job`
    expect(first?.job.product).toMatchObject({
      providerId: 'shop_red-sauce',
      prices: [{ known: 'price_red', terms: { amount: 850, interval: null, count: null } }],
    })
    await sql`select use_payment_account('sandbox')`
    expect([...(await sql`select price from products`)]).toEqual([{ price: null }])
    await sql`select use_payment_account('test')`
    expect([...(await sql`select price from products`)]).toEqual([{ price: 850 }])
  }))

test('a shop that sells by the sandbox has nothing to do', () =>
  updated('sandbox', async (sql) => {
    expect([...(await sql`select price from products`)]).toEqual([{ price: 850 }])
    expect([...(await sql`select subject from catalogue_jobs`)]).toEqual([])
    const [test] = await sql`select use_payment_account('test') as is_set_up`
    expect(test?.is_set_up).toBe(false)
  }))
