import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession } from '../../packages/embedded-supabase/src/database/session.ts'
import { generateKeys } from '../../packages/embedded-supabase/src/core/keys.ts'
import { runBackup } from '../../commands/owner/backup-command.ts'
import { runRestore } from '../../commands/owner/restore-command.ts'
import { type Config, getKeysFile, readConfig } from '../../server/config.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { getConnectionUrl, startTestDatabase, type TestDatabase } from '../support/database.ts'
import { getDatabaseFingerprint } from '../support/fingerprint.ts'
import { createTemporaryDatabase, createUnusedPath } from './places.ts'

const passphrase = 'correct horse battery'
const now = Date.parse('2026-11-22T03:00:00Z')
let source: TestDatabase
let printed: string[]
const tools = { clock: () => now, print: (line: string) => void printed.push(line) }
beforeAll(async () => {
  source = await startTestDatabase()
})
afterAll(() => source.stop())
beforeEach(() => {
  printed = []
})

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

async function lastBackup(): Promise<Record<string, unknown> | undefined> {
  const [row] =
    await source.sql`select succeeded_at, file, bytes::int, failed_at, reason from public.last_backup`
  return row
}

test('a backup records its time, file and size, and prints its row count', async () => {
  const file = createUnusedPath('.tar')
  await runBackup(await configOf(source.connection), [file], tools)
  const { size } = await stat(file)
  expect(await lastBackup()).toEqual({
    succeeded_at: new Date(now),
    file,
    bytes: size,
    failed_at: null,
    reason: null,
  })
  expect(printed.at(-1)).toMatch(/^\/.+\.tar is whole: \d+ rows, 0 files, [\d.]+ MB\.$/)
})

test('a failed backup records its reason and does not overwrite the last success', async () => {
  const before = await lastBackup()
  const file = join(createUnusedPath(), 'no-such-folder', 'shop.tar')
  const message = `There is no folder ${dirname(file)}. Make it, or name another.`
  const config = await configOf(source.connection)
  await expect(runBackup(config, [file], tools)).rejects.toThrow(message)
  expect(await lastBackup()).toEqual({
    ...before,
    failed_at: new Date(now),
    reason: message,
  })
})

test('an existing file is not overwritten, and a command without a file prints its usage', async () => {
  const file = createUnusedPath('.tar')
  await writeFile(file, 'mine')
  const config = await configOf(source.connection)
  await expect(runBackup(config, [file], tools)).rejects.toThrow('is there already')
  expect(await readFile(file, 'utf8')).toBe('mine')
  const missing = createUnusedPath('.tar')
  await expect(runRestore(config, [missing], tools)).rejects.toThrow(`There is no file ${missing}.`)
  for (const args of [[], ['a', 'b'], ['--help']]) {
    await expect(runBackup(config, args, tools)).rejects.toThrow('npm run backup -- FILE')
    await expect(runRestore(config, args, tools)).rejects.toThrow('npm run restore -- FILE')
  }
})

test('the second of two simultaneous backups is refused with one line', async () => {
  const other = await openSession(source.connection)
  await other.sql`select pg_advisory_lock(7305118240114)`
  const config = await configOf(source.connection)
  await expect(runBackup(config, [createUnusedPath('.tar')], tools)).rejects.toThrow(
    'Another backup of this shop is under way.',
  )
  await other.close()
})

test(
  'a broken archive is refused before the database is connected',
  { tags: ['abuse-backup'] },
  async () => {
    const file = createUnusedPath('.tar')
    await runBackup(await configOf(source.connection), [file], tools)
    await appendFile(file, 'more')
    // Nothing listens on this port: a connection attempt would fail with another error.
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const config = await configOf(source.connection, environment)
    await expect(runRestore(config, [file], tools)).rejects.toThrow('is not a whole backup')
  },
)

test('the restore command restores every row and warns when the archive has no keys', async () => {
  const before = await getDatabaseFingerprint(source.sql)
  const file = createUnusedPath('.tar')
  await runBackup(await configOf(source.connection), [file], tools)
  const target = await createTemporaryDatabase()
  await runRestore(await configOf(target.connection), [file], tools)
  expect(await getDatabaseFingerprint(target.sql)).toEqual(before)
  expect(printed.at(-2)).toMatch(/^Restored as it was 22 Nov 2026, 03:00: \d+ rows, 0 files\.$/)
  expect(printed.at(-1)).toContain('Without keys. The archive has none')
})

test(
  'keys are backed up only with a passphrase and restored only with the same one',
  { tags: ['abuse-backup'] },
  async () => {
    const environment = { BACKUP_PASSPHRASE: passphrase }
    const config = await configOf(source.connection, environment)
    const secrets = await loadSecrets(getKeysFile(config))
    const [sealed, plain] = [createUnusedPath('.tar'), createUnusedPath('.tar')]
    await runBackup(config, [sealed], tools)
    await runBackup({ ...config, backupPassphrase: null }, [plain], tools)
    for (const file of [sealed, plain])
      expect(await readFile(file, 'latin1')).not.toContain(secrets.secret)
    expect(await readFile(plain, 'latin1')).not.toContain('keys.json')

    const target = await createTemporaryDatabase()
    const restored = await configOf(target.connection, environment)
    const wrong = { ...restored, backupPassphrase: 'wrong horse battery' }
    await expect(runRestore(wrong, [sealed], tools)).rejects.toThrow('does not open the keys')
    await expect(runRestore(restored, [plain], tools)).rejects.toThrow('This archive has no keys')
    await runRestore(restored, [sealed], tools)
    expect(await readFile(getKeysFile(restored))).toEqual(await readFile(getKeysFile(config)))
    expect((await stat(getKeysFile(restored))).mode & 0o777).toBe(0o600)
  },
)

test('a restore does not overwrite the keys of another shop and leaves the database empty', async () => {
  const environment = { BACKUP_PASSPHRASE: passphrase }
  const config = await configOf(source.connection, environment)
  await loadSecrets(getKeysFile(config))
  const file = createUnusedPath('.tar')
  await runBackup(config, [file], tools)
  const target = await createTemporaryDatabase()
  const other = await configOf(target.connection, environment)
  const { secret } = await loadSecrets(getKeysFile(other))
  await expect(runRestore(other, [file], tools)).rejects.toThrow('has other keys')
  expect((await loadSecrets(getKeysFile(other))).secret).toBe(secret)
  expect((await target.sql`select from pg_tables where schemaname = 'public'`).length).toBe(0)
})

test('a backup of an empty folder or of a hosted project without DATABASE_URL is refused', async () => {
  const environment = { DATA_DIR: createUnusedPath() }
  const config = readConfig(environment, '/')
  await expect(runBackup(config, [createUnusedPath('.tar')], tools)).rejects.toThrow(
    'There is no shop in',
  )
  const keys = await generateKeys()
  const hosted = readConfig(
    {
      ...environment,
      SUPABASE_URL: 'https://x.example',
      SUPABASE_PUBLISHABLE_KEY: keys.publishable,
      SUPABASE_SECRET_KEY: keys.secret,
    },
    '/',
  )
  await expect(runBackup(hosted, [createUnusedPath('.tar')], tools)).rejects.toThrow(
    'Set DATABASE_URL to the connection string',
  )
})
