import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkArchive } from '../../packages/embedded-supabase/src/backup/archive-reader.ts'
import {
  connectDatabase,
  type Database,
} from '../../packages/embedded-supabase/src/database/connect.ts'
import { startEmbeddedPostgres } from '../../packages/embedded-supabase/src/database/embedded.ts'
import { findRunningDatabase } from '../../packages/embedded-supabase/src/database/running.ts'
import { openFileStore } from '../../packages/embedded-supabase/src/storage/file-store.ts'
import { putPublicObject } from '../../packages/embedded-supabase/src/storage/objects.ts'
import {
  type Account,
  createAccounts,
  password,
  stockProducts,
} from '../../tools/bench/database.ts'
import { CrowdNotes } from '../../tools/bench/ledger.ts'
import { Shopper } from '../../tools/bench/shopper.ts'
import { type DatabaseFingerprint, getDatabaseFingerprint } from '../support/fingerprint.ts'
import { openPreparedShop, openShop, type RunningShop } from '../support/running-shop.ts'

const root = join(import.meta.dirname, '..', '..')
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const BACKUP_PASSPHRASE = 'correct horse battery'
const film = randomBytes(3_000_000)

let folder: string
let shop: RunningShop
let account: Account
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  await chmod(folder, 0o755)
  shop = await openPreparedShop()
  account = await withDatabase(shop.dataDir, fill)
  await buy(shop, account)
})
afterAll(async () => {
  await shop?.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `work` with a connection to the database of a shop that is running. */
async function withDatabase<T>(
  dataDir: string,
  work: (sql: Database['sql']) => Promise<T>,
): Promise<T> {
  const found = await findRunningDatabase(dataDir)
  if (typeof found === 'string') throw new Error(`the database is ${found}`)
  const { sql, close } = connectDatabase(found)
  return work(sql).finally(close)
}

/** Returns the fingerprint of the database of a shop that has been closed. */
async function fingerprintAtRest(dataDir: string): Promise<DatabaseFingerprint> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
  const { sql, close } = connectDatabase(postgres.connection)
  try {
    return await getDatabaseFingerprint(sql)
  } finally {
    await close()
    await postgres.stop()
  }
}

async function fill(sql: Database['sql']): Promise<Account> {
  const [account] = await createAccounts(sql, 1)
  if (account === undefined) throw new Error('there is no account')
  await sql`
    insert into public.orders (
      user_id, email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, cart_hash, terms_version
    ) select ${account.id}, ${account.email}, 'fulfilled', 850, 329, 1179, 'standard', 'Standard', n::text, '1'
    from generate_series(1, 3000) n`
  const store = openFileStore(join(shop.dataDir, 'storage'))
  const file = { bucket: 'media', name: 'films/big.mp4', mimetype: 'video/mp4' }
  await putPublicObject(sql, store, { ...file, bytes: film })
  return account
}

/** Signs in, fills a cart, checks out and pays, like a browser. Throws unless the order is paid. */
async function buy({ url, dataDir, keys }: RunningShop, who: Account): Promise<void> {
  const goods = await withDatabase(dataDir, async (sql) => [...(await stockProducts(sql))])
  const notes = new CrowdNotes()
  const shopper = new Shopper(
    {
      url,
      goods,
      notes,
      keys: await keys(),
      assets: [],
      random: Math.random,
      think: async () => undefined,
      retryMs: 50,
      stubbornMs: 10_000,
    },
    '10.0.0.1',
    new Map(),
  )
  expect(await shopper.signIn(who)).toBe(true)
  await shopper.storeCart(who, 1, false)
  await shopper.checkOut(who)
  shopper.leave()
  expect(notes.times['checkout to the paid order']).toHaveLength(1)
}

function command(name: 'backup' | 'restore', file: string, dataDir: string) {
  const args = [join(root, 'commands', `${name}.ts`), file]
  const { PATH, HOME } = process.env
  return { args, env: { PATH, HOME, DATA_DIR: dataDir, BACKUP_PASSPHRASE } }
}

/**
 * Runs the backup or restore command and returns its output. @throws Error with the command's own message when it fails
 */
async function run(...of: Parameters<typeof command>): Promise<string> {
  const { args, env } = command(...of)
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  return stdout
}

function begin(...of: Parameters<typeof command>): ChildProcess {
  const { args, env } = command(...of)
  return spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
}

/** Inserts a row into each of two tables in one transaction, again and again, until it is aborted. */
async function writeUntil(sql: Database['sql'], { signal }: AbortController): Promise<void> {
  for (let round = 1; !signal.aborted; round++)
    await sql.begin(async (tx) => {
      await tx`insert into public.payment_events (id, type, outcome) values (${`evt_${round}`}, 'meanwhile', 'ignored')`
      await tx`insert into public.suppressions (email_hash) values (${String(round).padStart(64, 'a')})`
    })
}

test(
  'a backup of an open shop that is being written to can be restored, opened and sold from elsewhere',
  { tags: ['abuse-backup'] },
  async () => {
    const file = join(folder, 'open.tar')
    const { publishable: apikey } = await shop.keys()
    const signedIn = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password }),
    })
    const { access_token: token }: { access_token: string } = await signedIn.json()
    const finished = new AbortController()
    await withDatabase(shop.dataDir, async (sql) => {
      const writing = writeUntil(sql, finished)
      await run('backup', file, shop.dataDir).finally(() => finished.abort())
      await writing
      const [row] = await sql`select succeeded_at is not null as is_noted from public.last_backup`
      expect(row).toEqual({ is_noted: true })
    })

    const dataDir = join(folder, 'restored')
    expect(await run('restore', file, dataDir)).toMatch(
      /^Restored as it was .+: \d+ rows, \d+ files\.$/m,
    )
    const restored = await openShop({ DATA_DIR: dataDir, BACKUP_DIR: join(folder, 'nightly') })
    try {
      const [counts] = await withDatabase(
        dataDir,
        (sql) => sql<Record<string, number>[]>`
      select (select count(*)::int from public.payment_events where type = 'meanwhile') as events,
        (select count(*)::int from public.suppressions where email_hash ~ '^a+[0-9]+$') as hashes,
        (select count(*)::int from public.orders where status = 'fulfilled') as orders`,
      )
      expect(counts).toMatchObject({ events: counts?.hashes, orders: 3000 })
      const stored = await fetch(`${restored.url}/storage/v1/object/public/media/films/big.mp4`)
      expect(Buffer.from(await stored.arrayBuffer()).equals(film)).toBe(true)
      // The restored shop has the same keys, so sessions from before are still valid.
      const headers = { apikey, authorization: `Bearer ${token}` }
      expect((await fetch(`${restored.url}/auth/v1/user`, { headers })).status).toBe(200)
      await buy(restored, account)
      // The nightly backup runs at once, because the restored shop has never made one in this folder.
      const backup = await vi.waitFor(
        async () => {
          const names = await readdir(join(folder, 'nightly'))
          expect(names).toEqual([expect.stringMatching(/^shop-[\d-]+\.tar$/)])
          return names[0] ?? ''
        },
        { timeout: 30_000, interval: 100 },
      )
      const { summary } = await checkArchive(join(folder, 'nightly', backup), () => undefined)
      expect(summary.files).toBeGreaterThan(1)
    } finally {
      await restored.close()
    }
  },
)

test('a backup of a closed shop restores every row of every table, even after an interrupted restore', async () => {
  await shop.close()
  const [file, dataDir] = [join(folder, 'closed.tar'), join(folder, 'again')]
  await run('backup', file, shop.dataDir)
  const killed = begin('restore', file, dataDir)
  await vi.waitFor(
    async () => {
      const record = await readFile(join(dataDir, 'postgres.json'), 'utf8')
      expect(JSON.parse(record)).toMatchObject({ isCreated: true })
    },
    { timeout: 20_000, interval: 5 },
  )
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await run('restore', file, dataDir)
  const [before, after] = [await fingerprintAtRest(shop.dataDir), await fingerprintAtRest(dataDir)]
  // `last_backup` is updated only after the archive is complete, so the restored row differs.
  delete before.tables['public.last_backup']
  delete after.tables['public.last_backup']
  expect(after).toEqual(before)
  expect((await readdir(join(dataDir, 'storage'))).toSorted()).toEqual(
    (await readdir(join(shop.dataDir, 'storage'))).toSorted(),
  )
  await expect(run('restore', file, dataDir)).rejects.toThrow('is not empty')
  await shop.reopen()
  await expect(run('restore', file, shop.dataDir)).rejects.toThrow('is in use by')
})
