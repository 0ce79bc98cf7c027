import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareForRestore } from '../../packages/embedded-supabase/src/database/prepare.ts'
import { openSession } from '../../packages/embedded-supabase/src/database/session.ts'
import { putPublicObject } from '../../packages/embedded-supabase/src/storage/objects.ts'
import { runBackup } from '../../commands/owner/backup-command.ts'
import { runRestore } from '../../commands/owner/restore-command.ts'
import { openShopFiles } from '../../commands/owner/shop-database.ts'
import { type Config, readConfig } from '../../server/config.ts'
import {
  createAccount,
  type PersonalDataShop,
  createTableFillers,
  startPersonalDataShop,
} from '../personal-data/person.ts'
import { getConnectionUrl, type TestDatabase } from '../support/database.ts'
import { readContent } from '../../packages/embedded-supabase/tests/support/contents.ts'
import { getDatabaseFingerprint } from '../support/fingerprint.ts'
import {
  createTemporaryDatabase,
  createUnusedPath,
  projectWithoutSeed,
  silentLog,
} from './places.ts'

const film = Buffer.from('a film of tacos '.repeat(10_000))
const printed: string[] = []
const tools = { clock: Date.now, print: (line: string) => void printed.push(line) }

/** A replacement for the hosted storage service, with the part of its protocol that transfers files. */
interface StandIn {
  url: string
  buckets: Map<string, object>
  files: Map<string, { bytes: Buffer; type: string | undefined; caching: string | undefined }>
}

let server: Server
let standIn: StandIn
let shop: PersonalDataShop
let own: Config
beforeAll(async () => {
  standIn = { url: '', buckets: new Map(), files: new Map() }
  server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  standIn.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  shop = await startPersonalDataShop()
  const person = await createAccount(shop, 'marsha@example.com')
  for (const fill of Object.values(createTableFillers(shop, person))) await fill()
  own = await configOf(shop.database.connection)
  const file = { bucket: 'media', name: 'films/taco tuesday.mp4', mimetype: 'video/mp4' }
  await putPublicObject(shop.database.sql, openShopFiles(own), { ...file, bytes: film })
})
afterAll(async () => {
  await shop.stop()
  server.close()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const path = decodeURIComponent(new URL(request.url ?? '', standIn.url).pathname)
  const say = (status: number, words: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(words))
  }
  if (request.headers.apikey !== 'sb_secret_x') return say(401, { message: 'no key' })
  if (path === '/storage/v1/bucket') {
    const bucket: { id: string } = JSON.parse(String(body))
    if (standIn.buckets.has(bucket.id))
      return say(400, { statusCode: '409', message: 'The resource already exists' })
    standIn.buckets.set(bucket.id, bucket)
    return say(200, { name: bucket.id })
  }
  const name = path.replace('/storage/v1/object/', '')
  if (request.method === 'POST') {
    const { 'content-type': type, 'cache-control': caching } = request.headers
    standIn.files.set(name, { bytes: body, type, caching })
    return say(200, { Key: name, Id: 'x' })
  }
  const found = standIn.files.get(name)
  if (found === undefined) return say(400, { statusCode: '404', message: 'Object not found' })
  response.writeHead(200, { 'content-length': found.bytes.length }).end(found.bytes)
}

async function configOf(
  connection: TestDatabase['connection'],
  environment: Record<string, string> = {},
): Promise<Config> {
  const dataDir = createUnusedPath()
  await mkdir(dataDir)
  return readConfig(
    { DATA_DIR: dataDir, DATABASE_URL: getConnectionUrl(connection), ...environment },
    '/',
  )
}

/**
 * Creates a database like a new hosted project: with Supabase's own tables for sign-in and storage, which partly differ
 * from ours, and with none of the shop's tables.
 */
async function aHostedProject(): Promise<{ config: Config; sql: TestDatabase['sql'] }> {
  const { connection, sql } = await createTemporaryDatabase()
  const session = await openSession(connection)
  await session.sql`begin`
  await prepareForRestore(
    session.sql,
    projectWithoutSeed,
    { history: new Set(), isPlatform: false },
    silentLog,
  )
  await session.sql.unsafe(`
    drop schema supabase_migrations cascade;
    drop table auth.known_addresses;
    drop table auth.sign_up_claims;
    alter table auth.users add column is_hosted text default 'yes', drop column phone_change_token;
    do $$ begin
      if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
        create role supabase_auth_admin;
      end if;
    end $$;
    alter table auth.users owner to supabase_auth_admin;
    create table auth.schema_migrations (version text);
    insert into auth.schema_migrations values ('theirs');
    commit`)
  await session.close()
  const config = await configOf(connection, {
    SUPABASE_URL: standIn.url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    SUPABASE_SECRET_KEY: 'sb_secret_x',
  })
  return { config, sql }
}

test('a shop moves to a hosted project and back with its accounts and files', async () => {
  const before = await getDatabaseFingerprint(shop.database.sql)
  const moving = createUnusedPath('.tar')
  await runBackup(own, [moving], tools)
  const hosted = await aHostedProject()
  // This bucket exists already, as after an interrupted restore.
  standIn.buckets.set('media', {})
  await runRestore(hosted.config, [moving], tools)

  expect(standIn.files.get('media/films/taco tuesday.mp4')).toEqual({
    bytes: film,
    type: 'video/mp4',
    caching: 'max-age=3600',
  })
  expect(printed).toContain('Left out: auth.known_addresses: there is no such table here.')
  expect(printed).toContain('Left out: auth.sessions: means nothing to the other service.')
  expect(printed).toContain('Left out: auth.users: no column phone_change_token here.')
  const after = await getDatabaseFingerprint(hosted.sql)
  const ofShop = (tables: Record<string, string>) =>
    Object.entries(tables).filter(([name]) => /^(public\.|auth\.identities)/.test(name))
  expect(ofShop(after.tables)).toEqual(ofShop(before.tables))
  expect(
    await hosted.sql`select email, email_change, encrypted_password is not null as has_password, is_hosted from auth.users`,
  ).toEqual([
    {
      email: 'marsha@example.com',
      email_change: 'next-Marsha@example.com',
      has_password: true,
      is_hosted: 'yes',
    },
  ])
  // On a real project, the storage service inserts these rows when it receives the files.
  expect(await hosted.sql`select from storage.objects`).toEqual([])

  await hosted.sql`insert into storage.buckets (id, name, public) values ('media', 'media', true)`
  await hosted.sql`
    insert into storage.objects (bucket_id, name, version, metadata) values
      ('media', 'films/taco tuesday.mp4', 'their-own', '{"mimetype": "video/mp4", "size": 160000}'),
      ('media', 'gone.mp4', 'their-other', '{"mimetype": "video/mp4"}')`
  const back = createUnusedPath('.tar')
  await runBackup(hosted.config, [back], tools)
  expect(printed.at(-1)).toContain('files/media/gone.mp4 was missing')
  const home = await createTemporaryDatabase()
  const config = await configOf(home.connection)
  await runRestore(config, [back], tools)
  const [there, here] = [
    await getDatabaseFingerprint(hosted.sql),
    await getDatabaseFingerprint(home.sql),
  ]
  // `last_backup` is updated only after the archive is complete, so the restored row differs.
  delete there.tables['public.last_backup']
  delete here.tables['public.last_backup']
  expect(ofShop(here.tables)).toEqual(ofShop(there.tables))
  const [row] = await home.sql`select version from storage.objects where name like 'films/%'`
  expect(await readContent(openShopFiles(config), row?.version)).toEqual(film)
})

test('an archive is refused when the settings confuse a hosted project with a database of our own', async () => {
  const moving = createUnusedPath('.tar')
  await runBackup(own, [moving], tools)
  const hosted = await aHostedProject()
  await expect(runRestore({ ...hosted.config, supabase: null }, [moving], tools)).rejects.toThrow(
    'is hosted Supabase’s. Set SUPABASE_URL',
  )
  const plain = await createTemporaryDatabase()
  const mistaken = { ...(await configOf(plain.connection)), supabase: hosted.config.supabase }
  await expect(runRestore(mistaken, [moving], tools)).rejects.toThrow('is not hosted Supabase’s')
})
