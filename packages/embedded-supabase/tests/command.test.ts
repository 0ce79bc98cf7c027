import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, expect, test } from 'vitest'
import { getDatabaseUrl, createEmptyDatabase } from './support/database.ts'

const database = await createEmptyDatabase()
const folder = await mkdtemp(join(tmpdir(), 'backend-by-itself-'))
const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
})
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

function run(...args: string[]): ChildProcess {
  const script = join(import.meta.dirname, '..', 'src', 'command.ts')
  return spawn(process.execPath, [script, 'start', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

interface Started {
  url: string
  publishable: string
  secret: string
}

async function start(...args: string[]): Promise<Started> {
  const where = ['--database-url', getDatabaseUrl(database.connection), '--data-dir', folder]
  const child = run(...where, '--port', '0', ...args)
  running.push(child)
  if (child.stdout === null) throw new Error('it says nothing')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('it ended without a word')
}

const config = `
[api]
schemas = ["museum"]
max_rows = 2
`

test('the command serves the schemas, keys and origins of its settings, and stores its keys', async () => {
  await database.sql.unsafe(`
    create schema museum;
    create table museum.rooms (id int primary key, name text);
    insert into museum.rooms values (1, 'east'), (2, 'west'), (3, 'cellar');
  `)
  await writeFile(join(folder, 'config.toml'), config)
  const { url, publishable, secret } = await start('--config', join(folder, 'config.toml'))
  await database.sql.unsafe(`
    grant usage on schema museum to anon, service_role;
    grant select on museum.rooms to anon, service_role;
    notify pgrst, 'reload schema';
  `)
  const { data, error } = await createClient(url, publishable, { db: { schema: 'museum' } })
    .from('rooms')
    .select('name')
    .order('id')
  expect([error, data]).toEqual([null, [{ name: 'east' }, { name: 'west' }]])
  const refused = await createClient(url, secret).schema('public').from('rooms').select()
  expect(refused.error?.code).toBe('PGRST106')
  const origin = 'https://app.example'
  const origins = ['--cors-origins', `https://one.example,${origin}`]
  const given = await start('--publishable-key', 'sb_publishable_given', '--new-keys', ...origins)
  expect(given).toMatchObject({ publishable: 'sb_publishable_given', secret })
  // Lets the following tests use the keys of the folder again: the database refuses other keys than those of the stored
  // fingerprint.
  await database.sql`delete from auth.key_fingerprint`
  const asked = { headers: { apikey: given.publishable, origin } }
  const { headers } = await fetch(`${given.url}/auth/v1/settings`, asked)
  expect(headers.get('access-control-allow-origin')).toBe(origin)
  const long = { ...asked, method: 'POST', body: 'a'.repeat(1_000_001) }
  const tooLong = await fetch(`${given.url}/auth/v1/signup`, long)
  expect([tooLong.status, tooLong.headers.get('access-control-allow-origin')]).toEqual([
    413,
    origin,
  ])
}, 90_000)

test('the command applies the settings of Auth and Storage and broadcasts in real time', async () => {
  await writeFile(
    join(folder, 'whole.toml'),
    '[auth]\nminimum_password_length = 12\n[auth.email]\nenable_confirmations = false\n[storage]\nfile_size_limit = "1KB"',
  )
  const whole = ['--config', join(folder, 'whole.toml')]
  const { url, publishable, secret } = await start(...whole, '--body-limit', '2000')
  const person = createClient(url, publishable)
  const email = 'keeper@museum.example'
  const weak = await person.auth.signUp({ email, password: 'abcdefghijk' })
  expect(weak.error?.code).toBe('weak_password')
  // This password is common but has enough characters. A hosted project accepts it, too, unless its protection against
  // leaked passwords is on.
  const { data } = await person.auth.signUp({ email, password: 'password1234' })
  expect(data.session?.user.email).toBe(email)

  const { storage } = createClient(url, secret)
  await storage.createBucket('plans')
  const put = (bytes: number) => storage.from('plans').upload(`${bytes}`, Buffer.alloc(bytes))
  expect((await put(1000)).error).toBeNull()
  expect((await put(1001)).error?.message).toMatch(/exceeded the maximum allowed size/)

  const headers = { apikey: publishable, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'a'.repeat(2000) })
  const long = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })
  expect([long.status, await long.text()]).toEqual([413, 'The body is too large'])

  const received = Promise.withResolvers<unknown>()
  const joined = Promise.withResolvers<string>()
  const channel = createClient(url, publishable)
    .channel('rooms')
    .on('broadcast', { event: 'opened' }, ({ payload }) => received.resolve(payload))
    .subscribe((status) => joined.resolve(status))
  expect(await joined.promise).toBe('SUBSCRIBED')
  await person.channel('rooms').httpSend('opened', { room: 'east' })
  expect(await received.promise).toEqual({ room: 'east' })
  await channel.unsubscribe()
}, 90_000)

test('the link of an email opens the backend and redirects to a page that the settings allow', async () => {
  const settings = `[auth]
site_url = "https://museum.example"
additional_redirect_urls = ["https://*.museum.example/**"]`
  await writeFile(join(folder, 'apart.toml'), settings)
  const { url, secret } = await start('--config', join(folder, 'apart.toml'))
  const { data } = await createClient(url, secret).auth.admin.generateLink({
    type: 'magiclink',
    email: 'visitor@museum.example',
    options: { redirectTo: 'https://shop.museum.example/a/b?c=1' },
  })
  const link = String(data.properties?.action_link)
  expect(link.startsWith(`${url}/auth/v1/verify?`)).toBe(true)
  const opened = await fetch(link, { redirect: 'manual' })
  const target = 'https://shop.museum.example/a/b?c=1#access_token='
  expect(opened.headers.get('location')?.slice(0, target.length)).toBe(target)
}, 90_000)

test('a setting that cannot be used ends the command with one line that names it', async () => {
  await writeFile(join(folder, 'broken.toml'), '[api]\nmax_rows = "many"')
  await writeFile(join(folder, 'short.toml'), '[auth.email]\notp_length = 3')
  await writeFile(join(folder, 'open.toml'), '[auth]\nadditional_redirect_urls = ["https://{a,b"]')
  const where = ['--database-url', getDatabaseUrl(database.connection), '--data-dir', folder]
  for (const [args, words] of [
    [['--database-url', 'mysql://localhost'], '--database-url must start with postgres://'],
    [['--no-such'], "Unknown option '--no-such'"],
    [[...where, '--port', '70000'], '--port 70000 is not a port'],
    [[...where, '--body-limit', '1 MB'], '--body-limit 1 MB is not a number of bytes'],
    [[...where, '--cors-origins', 'https://a.example/'], 'https://a.example/ is not an origin'],
    [[...where, '--config', join(folder, 'broken.toml')], 'api.max_rows: '],
    [[...where, '--config', join(folder, 'short.toml')], 'auth.email.otp_length: '],
    [[...where, '--config', join(folder, 'open.toml')], 'auth.additional_redirect_urls.0: '],
  ] as const) {
    const child = run(...args)
    const exited = once(child, 'exit')
    expect(child.stderr && (await text(child.stderr))).toContain(words)
    expect((await exited)[0]).toBe(1)
  }
})
