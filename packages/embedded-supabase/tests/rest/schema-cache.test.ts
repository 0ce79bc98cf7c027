import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import { createSchemaCache } from '../../src/rest/schema/schema-cache.ts'
import { openFaultyProxy } from '../support/faulty-proxy.ts'
import { startTestDatabase } from '../support/database.ts'

const server = await startTestDatabase()
afterAll(() => server.stop())

test('a schema that could not be reloaded after its notification is loaded for the next request', async () => {
  await server.sql`create table public.old_table (n int primary key)`
  await server.sql`grant select on public.old_table to anon`
  const proxy = await openFaultyProxy(server.connection.port)
  const database = connectDatabase({ ...server.connection, port: proxy.port })
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, message: string) => void errors.push(message),
  }
  let listens: (() => void) | undefined
  const sql = Object.assign(database.sql, {
    listen: async (_: string, onNotify: () => void) => {
      listens = onNotify
      return { unlisten: async () => undefined }
    },
  })
  const exposed = { schemas: ['public'], extraSearchPath: [], onChange: () => undefined }
  const getCatalogue = createSchemaCache(sql, exposed, log)
  const hasTable = async (name: string) =>
    (await getCatalogue()).schemas.get('public')?.tables.has(name)
  expect(await hasTable('new_table')).toBe(false)

  await server.sql`create table public.new_table (n int primary key)`
  await server.sql`grant select on public.new_table to anon`
  await proxy.cut()
  listens?.()
  await expect.poll(() => errors).toEqual(['schema: could not be read again'])
  expect(await hasTable('old_table')).toBe(true)
  await proxy.mend()
  await expect.poll(() => hasTable('new_table')).toBe(true)
  await database.close()
  await proxy.cut()
})
