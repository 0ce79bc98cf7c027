import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { connectDatabase } from '../../backend/database/connect.ts'
import { prepareDatabase } from '../../backend/database/prepare.ts'
import { startTestDatabase } from '../support/database.ts'

const present = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const name = 'consents_of_before'
const server = await startTestDatabase()
await server.sql.unsafe(`create database ${name}`)
const { sql, close } = connectDatabase({ ...inject('templateDatabase'), database: name })
const before = await mkdtemp(join(tmpdir(), 'migrations-'))
afterAll(async () => {
  await close()
  await server.sql.unsafe(`drop database ${name} with (force)`)
  await server.stop()
  await rm(before, { recursive: true })
})

test('consents from before it was noted who gave them become a guest’s, but for whoever has unsubscribed', async () => {
  for (const file of await readdir(present))
    if (file < '20260101000975') await copyFile(join(present, file), join(before, file))
  await prepareDatabase(sql, { migrationsFolder: before, seedFile: null }, silent)
  await sql`insert into auth.users (email, email_confirmed_at) values ('marsha@example.com', now())`
  for (const email of ['marsha@example.com', 'guest@example.com', 'gone@example.com'])
    await sql`
      insert into public.cart_reminder_consents (email_hash, wording, page)
      values (public.email_hash(${email}), 'Remind me', '/account-settings')`
  await sql`select public.suppress('gone@example.com')`

  await prepareDatabase(sql, { migrationsFolder: present, seedFile: null }, silent)
  const may = async (email: string, giver: string) =>
    (await sql`select public.may_be_reminded(${email}, ${giver}) as may`)[0]?.may
  expect(await may('guest@example.com', 'guest')).toBe(true)
  expect(await may('marsha@example.com', 'guest')).toBe(true)
  expect(await may('marsha@example.com', 'account')).toBe(false)
  expect(await sql`select from public.cart_reminder_consents`).toHaveLength(2)
})
