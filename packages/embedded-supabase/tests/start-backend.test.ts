import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SMTPServer } from 'smtp-server'
import { once } from 'node:events'
import { type AuthMail, startBackend, type StartOptions } from '../src/index.ts'
import {
  getDatabaseUrl,
  createEmptyDatabase,
  startTestDatabase,
  type TestDatabase,
} from './support/database.ts'
import { makeFolder, museumProject, writeFiles } from './support/project.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const person = { email: 'keeper@museum.example', password: 'Hot Sauce 4 me' }

async function start(options: StartOptions = {}) {
  const database = await (options.dir ? createEmptyDatabase() : startTestDatabase())
  onTestFinished(database.stop)
  return { ...(await startOn(database, options)), database }
}

async function startOn(database: TestDatabase, options: StartOptions) {
  const dataDir = options.dataDir ?? (await makeFolder())
  const backend = await startBackend({
    databaseUrl: getDatabaseUrl(database.connection),
    port: 0,
    log: silent,
    ...options,
    dataDir,
  })
  onTestFinished(backend.close)
  return { ...backend, dataDir }
}

async function makeMuseum(): Promise<string> {
  const dir = await makeFolder()
  await writeFiles(dir, museumProject)
  return dir
}

test('a project folder starts with its settings, migrations, schemas, seeds and functions', async () => {
  const { url, keys } = await start({ dir: await makeMuseum() })
  const client = createClient(url, keys.publishable)
  expect((await client.from('rooms').select('name').order('id')).data).toEqual([
    { name: 'east' },
    { name: 'west' },
  ])
  expect((await client.rpc('room_count')).data).toBe(2)
  const { data } = await client.functions.invoke('hello', { body: { name: 'Ada' } })
  expect(data).toEqual({ text: 'Hello Ada', url })
  expect(await (await fetch(`${url}/functions/v1/open`)).text()).toBe('open')
  expect((await fetch(`${url}/functions/v1/hello`)).status).toBe(401)
  const { error } = await client.auth.signUp(person)
  expect(error).toBeNull()
})

test('a second start loads the stored keys and does not seed the database again', async () => {
  const dir = await makeMuseum()
  const first = await start({ dir })
  await first.close()
  const second = await startOn(first.database, { dir, dataDir: first.dataDir })
  expect(second.keys).toEqual(first.keys)
  const { data } = await createClient(second.url, second.keys.publishable).rpc('room_count')
  expect(data).toBe(2)
})

test('a database used with other keys is refused, unless replaceKeys is set', async () => {
  const { database } = await start()
  await expect(startOn(database, {})).rejects.toThrow('The database is in use with other keys')
  await startOn(database, { replaceKeys: true })
})

test('a PostgreSQL of its own is started when no database is given', async () => {
  const dataDir = await makeFolder()
  const backend = await startBackend({ dataDir, port: 0, log: silent })
  onTestFinished(backend.close)
  const { error } = await createClient(backend.url, backend.keys.publishable).auth.signUp(person)
  expect(error).toBeNull()
})

test('an email is sent by SMTP as plain text once the sign-up is committed', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      stream.setEncoding('utf8')
      let mail = ''
      stream.on('data', (part: string) => (mail += part))
      stream.on('end', () => done(null, String(received.push(mail))))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : null
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: 'Museum <no-reply@museum.example>' }
  const { url, keys } = await start({ smtp })
  await createClient(url, keys.publishable).auth.signUp(person)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(received[0]).toContain('From: Museum <no-reply@museum.example>')
  expect(received[0]).toContain('Subject: Confirm your email address')
  expect(received[0]).toContain('/auth/v1/verify?')
})

test('an email is passed to deliverEmail instead of SMTP, and a failed delivery is retried', async () => {
  const delivered: AuthMail[] = []
  let failures = 0
  const deliverEmail = async (mail: AuthMail) => {
    if (failures === 0) {
      failures += 1
      throw new Error('not yet')
    }
    delivered.push(mail)
  }
  const { url, keys, database } = await start({ deliverEmail })
  await createClient(url, keys.publishable).auth.signUp(person)
  await vi.waitFor(() => expect(failures).toBe(1))
  await vi.waitFor(async () => {
    await database.sql`update embedded_supabase.emails set next_attempt_at = now() where attempts = 1`
    await database.sql`select pg_notify('embedded_supabase_emails', '')`
    expect(delivered).toMatchObject([{ template: 'auth_confirm', to: person.email }])
  })
  await vi.waitFor(async () => {
    expect(await database.sql`select from embedded_supabase.emails`).toHaveLength(0)
  })
})

test('no role of the API can read the stored emails', async () => {
  const { database } = await start()
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const [found] = await database.sql`
      select has_schema_privilege(${role}, 'embedded_supabase', 'usage') as may`
    expect(found).toEqual({ may: false })
  }
})

test('a request above the configured body limit is refused', async () => {
  const { url, keys } = await start({ limits: { bodyBytes: 100 } })
  const body = JSON.stringify({ ...person, data: { text: 'a'.repeat(100) } })
  const headers = { apikey: keys.publishable, 'content-type': 'application/json' }
  const { status } = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })
  expect(status).toBe(413)
})

test.for<[name: string, options: (folder: string) => StartOptions, message: string]>([
  ['a database of another kind', () => ({ databaseUrl: 'mysql://localhost' }), 'postgres://'],
  [
    'an address that is not SMTP',
    () => ({ smtp: { url: 'http://localhost', from: 'a@b.c' } }),
    'smtp://',
  ],
  ['a folder without a function', (functions) => ({ functions }), 'empty has no index.ts'],
])('a start with %s is refused and closes what it opened', async ([, options, message]) => {
  const folder = await makeFolder()
  await writeFiles(folder, { 'empty/note.txt': '' })
  await expect(start(options(folder))).rejects.toThrow(message)
})

test('the error for a function without a default export names its file', async () => {
  const functions = await makeFolder()
  await writeFiles(functions, { 'broken/index.js': 'export default 1' })
  await writeFile(join(functions, 'note.txt'), '')
  await expect(start({ functions })).rejects.toThrow('index.js has no default export')
})
