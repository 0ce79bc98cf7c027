import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../packages/embedded-supabase/src/database/prepare.ts'
import { writeSchemaMigration } from '../../packages/embedded-supabase/src/database/schema-migration.ts'
import { findProject } from '../../supabase/project.ts'
import { replacedMigrations } from '../../supabase/replaced-migrations.ts'
import { aConsultancyEnquiry } from '../support/enquiries.ts'
import { seedForFoldedMigrations } from '../support/folded-seed.ts'
import {
  prepareHostedDatabase,
  listSchemaObjects,
  listVisitorRights,
  withSql,
} from '../support/platform.ts'
import { startManagementApi, type ManagementApi } from '../support/management-api.ts'
import { type Postgres15, startPostgres15 } from '../support/postgres-15.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openShop } from '../support/running-shop.ts'
import {
  copySupabaseProject,
  getSetupCommands,
  readHostedGuide,
  runSupabaseCli,
} from '../support/supabase-tool.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const root = join(import.meta.dirname, '..', '..')
/** A migration that is older than those applied already, as a branch brings it that is merged late. */
const late = '20261130000850_late.sql'

/** The values that docs/hosted-supabase.md tells the owner to write into supabase/.env. */
const signIn = {
  SITE_URL: 'https://shop.example',
  SMTP_HOST: 'mail.example',
  SMTP_PORT: '587',
  SMTP_USER: 'shop',
  SMTP_PASSWORD: 'a password',
  SMTP_FROM: 'hello@shop.example',
  SMTP_NAME: 'The Shop',
}

let folder: string
let project: string
let server: Postgres15
let api: ManagementApi
let shop: RunningShop
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosted-'))
  project = join(folder, 'project')
  ;[server, api] = await Promise.all([
    startPostgres15(),
    startManagementApi(),
    copySupabaseProject(project),
  ])
  await prepareHostedDatabase(server.url('postgres'))
  await withSql(server.url('postgres'), (sql) => sql.unsafe('create database own'))
  await withSql(server.url('own'), async (sql) => {
    await sql.unsafe('create database before template postgres')
    await sql.unsafe('grant all on database before to postgres')
  })
  const profile = {
    name: 'stand-in',
    api_url: api.url,
    dashboard_url: api.url,
    project_host: 'localhost',
  }
  const lines = Object.entries(profile).map(([name, value]) => `${name}: ${value}\n`)
  await writeFile(join(folder, 'profile.yaml'), lines.join(''))
  const values = Object.entries(signIn).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(project, 'supabase', '.env'), values.join(''))
})
afterAll(async () => {
  await shop?.remove()
  await Promise.all([api.stop(), server.stop()])
  await rm(folder, { recursive: true })
})

/** Runs the command of docs/hosted-supabase.md that begins with `begin`. `instead` replaces some of its words. */
async function run(begin: string, instead: Record<string, string> = {}) {
  const words = (await getSetupCommands()).find((all) => all.join(' ').startsWith(begin))
  if (words === undefined) throw new Error(`docs/hosted-supabase.md has no such command: ${begin}`)
  return tool(words.map((word) => instead[word] ?? word))
}

function tool(words: string[]) {
  return runSupabaseCli(project, [...words, '--yes'], {
    SUPABASE_PROFILE: join(folder, 'profile.yaml'),
    SUPABASE_ACCESS_TOKEN: `sbp_${'0123456789'.repeat(4)}`,
  })
}

/**
 * The option with the address of the test server, in place of the one that the CLI would derive from the project's id.
 */
const remote = () => `--remote=${server.url('postgres', 'postgres')}`
const parts = () => findProject(join(project, 'supabase'))
const migrations = () => parts().migrationsFolder

test('the documented commands for hosted Supabase are login and the tested ones', async () => {
  const commands = (await getSetupCommands()).map((words) => words.slice(0, 2).join(' '))
  expect(commands).toEqual([
    'login',
    'link abcdefghijklmnopqrst',
    'config push',
    'db push',
    'seed buckets',
    'secrets set',
    'functions deploy',
  ])
})

test('the documented commands link a project and set the secrets of its functions', async () => {
  expect(await run('link')).toMatchObject({ code: 0 })
  const settings = ['SITE_URL', 'BUSINESS_EMAIL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
  await writeFile(join(project, 'hosted.env'), settings.map((name) => `${name}=x\n`).join(''))
  expect(await run('secrets set')).toMatchObject({ code: 0 })
  expect(Object.keys(api.secrets).toSorted()).toEqual(settings.toSorted())
})

test('config push sets the shop’s address, its mail server and the password rules', async () => {
  expect(await run('config push')).toMatchObject({ code: 0 })
  expect(api.auth).toMatchObject({
    site_url: signIn.SITE_URL,
    uri_allow_list: signIn.SITE_URL,
    smtp_host: signIn.SMTP_HOST,
    smtp_port: signIn.SMTP_PORT,
    smtp_user: signIn.SMTP_USER,
    smtp_pass: signIn.SMTP_PASSWORD,
    smtp_admin_email: signIn.SMTP_FROM,
    smtp_sender_name: signIn.SMTP_NAME,
    password_min_length: 8,
    mailer_otp_length: 8,
    security_update_password_require_reauthentication: true,
  })
  expect(JSON.stringify(api.auth)).not.toContain('env(')
  const guide = await readHostedGuide()
  for (const name of Object.keys(signIn)) expect(guide).toContain(`\`${name}\``)
})

test('config push fails and changes nothing when required values are missing', async () => {
  const values = join(project, 'supabase', '.env')
  await rename(values, `${values}.away`)
  const { code, output } = await run('config push')
  await rename(`${values}.away`, values)
  expect([code, output]).toEqual([1, expect.stringContaining('auth.email.smtp.port')])
})

test('functions deploy uploads every function with all files that Deno needs', async () => {
  expect(await run('functions deploy')).toMatchObject({ code: 0 })
  const names = await readdir(join(root, 'supabase', 'functions'), { withFileTypes: true })
  const wanted = names.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  expect([...api.functions.keys()].toSorted()).toEqual(wanted.map(({ name }) => name).toSorted())
  await Promise.all([...api.functions].map(([name, files]) => expectWhole(name, files)))
})

/**
 * Checks that the uploaded files of an Edge Function are complete: they must work without the rest of the project and
 * without the network.
 */
async function expectWhole(name: string, files: Map<string, File>): Promise<void> {
  const place = join(folder, 'uploaded', name)
  for (const [path, file] of files) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), await file.bytes())
  }
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
  const functions = join(place, 'supabase', 'functions')
  const config = ['--config', join(functions, 'deno.json'), '--node-modules-dir=manual']
  await promisify(execFile)(
    join(root, 'node_modules', '.bin', 'deno'),
    ['cache', '--no-remote', ...config, join(functions, name, 'index.ts')],
    { env: { PATH: process.env.PATH, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' } },
  )
}

test('seed buckets uploads the film to the project’s own storage', async () => {
  // The documented command connects with TLS to the project's hostname, so no test server can answer it.
  const { output } = await run('seed buckets')
  expect(output).toContain(`https://${api.project}.localhost/storage/v1/bucket`)
})

test('db push creates tables, functions and album on PostgreSQL 15 without a superuser account', async () => {
  expect(await writeSchemaMigration(parts(), 'functions', new Date())).toMatch(/_functions\.sql$/)
  expect(await writeSchemaMigration(parts(), 'again', new Date())).toBeNull()
  expect(await run('db push', { '--remote': remote() })).toMatchObject({ code: 0 })
  const [found] = await withSql(
    server.url('postgres'),
    (sql) => sql`
    select count(*)::integer as products, current_setting('server_version_num')::integer / 10000 as version
    from public.products`,
  )
  expect(found).toEqual({ products: 24, version: 15 })
})

test('db push applies a late migration once', async () => {
  await writeFile(join(migrations(), late), `comment on table public.products is 'The album'`)
  const update = ['db', 'push', remote(), '--include-all']
  expect((await tool(update)).output).toContain(`Applying migration ${late}`)
  expect((await tool(update)).output).toContain('up to date')
  const history = await withSql(
    server.url('postgres'),
    (sql) => sql`select version from supabase_migrations.schema_migrations order by 1`,
  )
  const files = (await readdir(migrations())).toSorted()
  expect(history.map(({ version }) => version)).toEqual(files.map((name) => name.split('_')[0]))
  await rm(join(migrations(), late))
  await withSql(
    server.url('postgres'),
    (sql) =>
      sql`delete from supabase_migrations.schema_migrations where version = ${late.split('_')[0] ?? ''}`,
  )
})

test('a project from before the migrations were squashed is taken over by the documented commands and updated', async () => {
  const guide = await readHostedGuide()
  const takeOver = [...guide.matchAll(/`npx supabase (migration repair [^`]+)`/g)]
  const { versions, upTo } = replacedMigrations
  const there = `--remote=${server.url('before', 'postgres')}`
  const update = ['db', 'push', there, '--include-all']
  const newer = (await readdir(migrations())).filter((name) => name.slice(0, upTo.length) > upTo)
  expect(takeOver).toHaveLength(2)
  for (const name of newer) await rename(join(migrations(), name), join(folder, name))
  expect(await tool(update)).toMatchObject({ code: 0 })
  for (const name of newer) await rename(join(folder, name), join(migrations(), name))
  await withSql(server.url('before'), async (sql) => {
    await sql.unsafe(seedForFoldedMigrations)
    await sql`delete from supabase_migrations.schema_migrations`
    return sql`
      insert into supabase_migrations.schema_migrations (version) select unnest(${[...versions]}::text[])`
  })
  expect(await tool(update)).toMatchObject({ code: 1 })
  for (const [, command = ''] of takeOver) {
    const words = command.split(' ').map((word) => (word === '--remote' ? there : word))
    expect(await tool(words)).toMatchObject({ code: 0 })
  }
  const { output } = await tool(update)
  for (const name of newer) expect(output).toContain(name)
  expect((await tool(update)).output).toContain('up to date')
  const [found] = await withSql(
    server.url('before'),
    (sql) => sql`
      select (select count(*)::integer from public.products) as products, automatic_above
      from public.delivery_methods where id = 'xl'`,
  )
  expect(found).toEqual({ products: 24, automatic_above: 5 })
})

test('the shop opens on an external PostgreSQL 15 and accepts carts, enquiries and sign-ups', async () => {
  shop = await openShop({ DATABASE_URL: server.url('own'), TRUSTED_PROXIES: '127.0.0.1' })
  expect((await sendRawRequest(`${shop.url}/shop`)).status).toBe(200)
  const { publishable } = await shop.keys()
  const client = createClient(shop.url, publishable, { auth: { persistSession: false } })
  const email = 'marsha@example.com'
  const cart = { p_cart_id: null, p_email: null, p_cart_data: [] }
  expect((await client.rpc('store_guest_cart', cart)).error).toBeNull()
  const signUp = await client.auth.signUp({ email, password: 'A mug of 3 brown sauces' })
  expect(signUp.error).toBeNull()
  for (const address of ['203.0.113.7', '2001:db8::7', 'nonsense']) {
    const { status } = await sendRawRequest(`${shop.url}/functions/v1/consultancy-inquiry`, {
      method: 'POST',
      headers: {
        apikey: publishable,
        origin: shop.url,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify(aConsultancyEnquiry()),
    })
    expect(status).toBe(200)
  }
})

test('functions, views, triggers and policies on hosted Supabase match the built-in database, also after an update', async () => {
  const compare = async () => {
    const [there, here] = await Promise.all(
      ['postgres', 'own'].map((name) => withSql(server.url(name), listSchemaObjects)),
    )
    expect(there).toEqual(here)
    expect(here?.length).toBeGreaterThan(600)
    return here?.join('\n')
  }
  expect(await compare()).not.toContain('best_sellers(integer)')
  const file = join(parts().schemasFolder, 'catalogue', 'products.sql')
  const text = await readFile(file, 'utf8')
  // Changes the function's arguments, and the roles that may call it.
  const changed = text
    .replace(
      'function public.best_sellers()',
      'function public.best_sellers(p_most integer default 3)',
    )
    .replace(/(?<=grant execute on function public\.best_sellers to )[^;]+/, 'authenticated')
  await writeFile(file, changed)
  const written = await writeSchemaMigration(parts(), 'best_sellers', new Date())
  expect((await tool(['db', 'push', remote(), '--include-all'])).output).toContain(written)
  await withSql(server.url('own'), (sql) =>
    prepareDatabase(sql, { ...parts(), seedFiles: [] }, quiet),
  )
  expect(await compare()).toContain('best_sellers(integer)')
})

test(
  'visitors and shoppers have the same rights on hosted Supabase as on the built-in database',
  { tags: ['abuse-10'] },
  async () => {
    const [there, here] = await Promise.all(
      ['postgres', 'own'].map((name) => withSql(server.url(name), listVisitorRights)),
    )
    expect(there).toEqual(here)
    expect(here?.length).toBeGreaterThan(20)
  },
)
