import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-supabase/src/database/embedded.ts'
import { openPreparedShop, openShop, runUntilExit } from '../support/running-shop.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const isRoot = process.getuid?.() === 0

let ownFolder: string
let own: EmbeddedPostgres
let folder: string

beforeAll(async () => {
  ownFolder = await makeFolder()
  own = await startEmbeddedPostgres({ dataDir: ownFolder, log: quiet })
})
afterAll(async () => {
  await own.stop()
  await rm(ownFolder, { recursive: true })
})
beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(() => rm(folder, { recursive: true }))

async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'refused-'))
  await chmod(path, 0o755)
  return path
}

/** Returns the single line that the shop prints when it refuses to start. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const { code, words } = await runUntilExit({ PORT: '0', DATA_DIR: folder, ...environment })
  expect(code).toBe(1)
  expect(words).toMatch(/^\nThe shop cannot open: [^\n]+\n$/)
  return words.trim().replace('The shop cannot open: ', '')
}

test('a broken keys.json stops the start', { tags: ['abuse-refused-start'] }, async () => {
  const file = join(folder, 'keys.json')
  await writeFile(file, '{"publishable": "sb_')
  expect(await refusalOf({})).toContain(
    `${file} is broken. Put it back from a backup, or remove it`,
  )
  expect(await readFile(file, 'utf8')).toBe('{"publishable": "sb_')
})

test.each([
  ['that is broken', (file: string) => writeFile(file, '')],
  ['that is a folder', (file: string) => mkdir(file)],
])('a postgres.json %s stops the start', { tags: ['abuse-refused-start'] }, async (_, make) => {
  const file = join(folder, 'postgres.json')
  await make(file)
  expect(await refusalOf({})).toBe(
    `${file} is broken, and with it the way into the database. Put it back from a backup.`,
  )
})

test.each([
  ['', 'should be a folder and is a file.'],
  ['/below', 'is not in a folder: one of its parts is a file.'],
])(
  'the start is refused when DATA_DIR is a file%s',
  { tags: ['abuse-refused-start'] },
  async (below, words) => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const line = await refusalOf({ DATA_DIR: file + below })
    expect(line).toContain(file)
    expect(line).toContain(words)
  },
)

test.each(['STORAGE_DIR', 'BACKUP_DIR'])('%s that is a file stops the start', async (name) => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await refusalOf({ [name]: file })).toBe(
    `${name}: ${file} should be a folder and is a file.`,
  )
})

test.each([
  ['HOST', 'nowhere.invalid', 'HOST is not an address of this machine.'],
  ['TRUSTED_PROXIES', 'cloudflare', 'TRUSTED_PROXIES: invalid IP address: cloudflare'],
  ['SITE_URL', 'shop.example', 'SITE_URL is not an address'],
  ['BUSINESS_EMAIL', 'beau', 'BUSINESS_EMAIL is not one email address'],
])('a bad value of %s stops the start with the reason', async (name, value, words) => {
  expect(await refusalOf({ [name]: value })).toBe(words)
})

test.each([
  ['names a closed port', { port: '9' }, 'ECONNREFUSED'],
  ['has a wrong password', { password: 'wrong' }, 'password authentication failed'],
  ['has an unknown database', { pathname: '/nothing' }, 'database "nothing" does not exist'],
  ['has an unknown host', { hostname: 'database.invalid' }, /ENOTFOUND|EAI_AGAIN/],
])(
  'the start is refused when DATABASE_URL %s',
  { tags: ['abuse-refused-start'] },
  async (_, wrong, reason) => {
    const { username, password, port, database } = own.connection
    const url = new URL(`postgres://${username}:${password}@127.0.0.1:${port}/${database}`)
    Object.assign(url, wrong)
    const line = await refusalOf({ DATABASE_URL: url.href })
    expect(line).toMatch(
      `the database ${url.pathname.slice(1)} on ${url.host} (DATABASE_URL) cannot be used: `,
    )
    expect(line).toMatch(reason)
    expect(line).not.toContain(url.password)
  },
)

test('the start is refused when the account of DATABASE_URL may not create the roles', async () => {
  const { username, password, port, database } = own.connection
  const url = new URL(`postgres://${username}:${password}@127.0.0.1:${port}/${database}`)
  const { sql, close } = connectDatabase(url)
  await sql`create role plain login password 'plain'`
  await close()
  Object.assign(url, { username: 'plain', password: 'plain' })
  const line = await refusalOf({ DATABASE_URL: url.href })
  expect(line).toContain('permission denied to create role (of the account plain, which has to be')
  expect(line).toContain('grant them to it with admin option, and give it createrole')
})

test.runIf(isRoot)(
  'a data folder of another account stops the start and is left unchanged',
  { tags: ['abuse-refused-start'] },
  async () => {
    const shop = await openPreparedShop()
    onTestFinished(() => shop.remove())
    await shop.close()
    const data = shop.dataDir
    const cluster = join(data, 'postgres', 'cluster')
    spawnSync('chown', ['-R', '4242:4242', join(data, 'postgres')])
    const line = await refusalOf({ DATA_DIR: data })
    expect(line).toMatch(
      /^The database in \S+ belongs to account 4242 and not to "\w+", which would run it\. Start the shop with account 4242, or run: chown -R \w+ '.*'$/,
    )
    expect(line).toContain(cluster)
    const { stdout } = spawnSync('stat', ['-c', '%u', join(data, 'postgres'), cluster], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('4242\n4242\n')
  },
)

test(
  'the later of two simultaneous first starts is refused',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const outcomes = await Promise.allSettled([
      openShop({ DATA_DIR: folder }),
      openShop({ DATA_DIR: folder }),
    ])
    const opened = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    for (const shop of opened) await shop.close()
    expect(opened).toHaveLength(1)
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusals.map(({ message }) => message.replaceAll(/^\{.*\}$/gm, '<log>'))).toEqual([
      expect.stringMatching(
        /^the shop ended with 1:\n<log>\n\nThe shop cannot open: \S+ is in use by process \d+\. Stop it first, or set another DATA_DIR\.\n$/,
      ),
    ])
  },
)

test('the start is refused when another process uses the database with other keys, unless NEW_KEYS is set', async () => {
  const { username, password, port } = own.connection
  const url = new URL(`postgres://${username}:${password}@127.0.0.1:${port}/shared`)
  const { sql, close } = connectDatabase(own.connection)
  await sql.unsafe('create database shared')
  await close()
  const first = await openShop({ DATABASE_URL: url.href })
  const keys = await readFile(join(first.dataDir, 'keys.json'), 'utf8')
  expect(await refusalOf({ DATABASE_URL: url.href })).toBe(
    `the database shared on ${url.host} (DATABASE_URL) is answered with other keys than those of ${join(folder, 'keys.json')}: copy keys.json from the DATA_DIR of the other process, or, where no other runs and the keys are new on purpose, start once with NEW_KEYS=yes.`,
  )
  const ownKeys = await readFile(join(folder, 'keys.json'), 'utf8')
  await writeFile(join(folder, 'keys.json'), keys)
  const second = await openShop({ DATABASE_URL: url.href, DATA_DIR: folder })
  await second.close()
  await first.close()
  await writeFile(join(folder, 'keys.json'), ownKeys)
  const rotated = await openShop({ DATABASE_URL: url.href, DATA_DIR: folder, NEW_KEYS: 'yes' })
  await rotated.close()
  expect(
    (await runUntilExit({ PORT: '0', DATABASE_URL: url.href, DATA_DIR: first.dataDir })).words,
  ).toContain('is answered with other keys')
  const again = await openShop({ DATABASE_URL: url.href, DATA_DIR: folder })
  await again.close()
  const shared = connectDatabase(url)
  const noted = await shared.sql`select to_jsonb(k)::text as row from auth.key_fingerprint k`
  await shared.close()
  const { secret, publishable } = JSON.parse(ownKeys)
  for (const key of [secret, publishable]) expect(noted[0]?.row).not.toContain(key)
  await first.remove()
})
