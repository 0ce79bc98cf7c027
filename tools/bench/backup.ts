import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openFileStore, putPublicObject } from '../../packages/embedded-supabase/src/storage.ts'
import { root } from '../../commands/lib/run.ts'
import { getDatabaseFingerprint } from '../../tests/support/fingerprint.ts'
import { type CrowdPlan, withCrowd } from './crowd.ts'
import { type Sql, withPostgres, withSql } from './database.ts'
import {
  atMost,
  type Figure,
  createFigure,
  median,
  createZeroFigure,
  type BenchSettings,
  percentile,
  format,
} from './figure.ts'
import { RestartableShop } from './restartable-shop.ts'
import { fillShop } from './large.ts'
import { describeFailures, type Failure } from './ledger.ts'
import { withMailServer } from './mail-server.ts'
import { getCleanEnvironment, withTemporaryFolder, watchMemory } from './processes.ts'

const orders = 100_000
const [files, fileSize] = [1000, 1_000_000]
/** The duration in ms of each phase; phases without backups and phases with backups alternate. */
const windowMs = 25_000
const rounds = 3
const crowd: CrowdPlan = {
  shoppers: 100,
  thinkMs: [500, 2500],
  retryMs: 1000,
  weights: { browse: 40, search: 10, guestCart: 15, account: 10, checkOut: 25 },
  accounts: 2000,
}

/** Measures backups of a large shop while a crowd buys, then restores one and compares the data. */
export async function measureBackup({ seed }: BenchSettings): Promise<Figure[]> {
  return withMailServer(({ url: SMTP_URL }) =>
    withTemporaryFolder((folder) =>
      RestartableShop.with({ LOG_LEVEL: 'error', SMTP_URL }, async (shop) => {
        const beside = await measureBeside(shop, folder, seed)
        await shop.stop()
        return [...beside, ...(await measureRestore(shop, folder))]
      }),
    ),
  )
}

async function measureBeside(
  shop: RestartableShop,
  folder: string,
  seed: number,
): Promise<Figure[]> {
  await shop.withSql(async (sql) => {
    await fillShop(sql, { products: 1, orders, carts: 1 }, 2)
    await addFiles(sql, shop.dataDir)
  })
  const p95 = (times: Record<string, number[]>) => percentile(times.page ?? [], 0.95)
  const [backups, faults]: [Run[], Failure[]] = [[], []]
  const [alone, beside]: [number[], number[]] = [[], []]
  let paid = 0
  for (let round = 0; round < rounds; round++) {
    const quiet = await withCrowd(shop, crowd, seed + round, () => pause(windowMs))
    alone.push(p95(quiet.notes.times))
    const { found, notes } = await withCrowd(shop, crowd, seed + round, () =>
      backUpAgainAndAgain(shop, folder),
    )
    beside.push(p95(notes.times))
    backups.push(...found)
    faults.push(...notes.failures)
    paid += notes.ledger.paid.length
  }
  return [
    createFigure(
      `backup of ${orders} orders and ${format.MB(files * fileSize)} of files beside ${crowd.shoppers} shoppers`,
      Math.max(...backups.map(({ ms }) => ms)),
      atMost(120_000, format.seconds),
      `the longest of ${backups.length}, one after the other; ${paid} paid meanwhile`,
    ),
    createFigure(
      'most memory of the process that backs up',
      Math.max(...backups.map(({ memory }) => memory)),
      atMost(250e6, format.MB),
    ),
    createFigure(
      'p95 of pages meanwhile',
      median(beside.map((ms, round) => ms / (alone[round] ?? Number.NaN))),
      atMost(1.5, format.ratio),
      `beside backups ${beside.map(format.ms).join(', ')}; without, in turn, ${alone.map(format.ms).join(', ')}`,
    ),
    createZeroFigure('faults meanwhile', faults.length, describeFailures(faults)),
  ]
}

async function addFiles(sql: Sql, dataDir: string): Promise<void> {
  const store = openFileStore(join(dataDir, 'storage'))
  for (let number = 0; number < files; number++) {
    const file = { bucket: 'media', name: `pictures/${number}.jpg`, mimetype: 'image/jpeg' }
    await putPublicObject(sql, store, { ...file, bytes: randomBytes(fileSize) })
  }
}

/** Measures a backup of the shop, which has been stopped, and its restore, and compares all tables. */
async function measureRestore({ dataDir }: RestartableShop, folder: string): Promise<Figure[]> {
  const [file, restored] = [join(folder, 'closed.tar'), join(folder, 'restored')]
  await run('backup', file, dataDir)
  const { size } = await stat(file)
  const { ms, memory } = await run('restore', file, restored)
  const [before, after] = [await tablesAt(dataDir), await tablesAt(restored)]
  const names = Object.keys({ ...before, ...after })
  // The table `last_backup` may differ, because its row is written after the archive is complete.
  const differing = names.filter(
    (name) => name !== 'public.last_backup' && before[name] !== after[name],
  )
  const beside = `${format.MB(size)}; most memory ${format.MB(memory)}`
  const compared = differing.join(', ') || `of ${names.length}`
  return [
    createFigure('restore of it, its check included', ms, atMost(300_000, format.seconds), beside),
    createZeroFigure('tables that are not equal to the last row', differing.length, compared),
  ]
}

function tablesAt(dataDir: string): Promise<Record<string, string>> {
  return withPostgres(dataDir, (url) =>
    withSql(url, async (sql) => (await getDatabaseFingerprint(sql)).tables),
  )
}

interface Run {
  ms: number
  /** The peak of the resident memory in bytes. */
  memory: number
}

/** Runs backups one after the other for `windowMs`. The last backup is completed even when the time is over. */
async function backUpAgainAndAgain({ dataDir }: RestartableShop, folder: string): Promise<Run[]> {
  const end = performance.now() + windowMs
  const backups: Run[] = []
  while (performance.now() < end) {
    const file = join(folder, 'beside.tar')
    backups.push(await run('backup', file, dataDir))
    await rm(file)
  }
  return backups
}

/** Runs the command `backup` or `restore` in a process and measures it. @throws Error with the output of a failed command */
async function run(name: 'backup' | 'restore', file: string, dataDir: string): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'commands', `${name}.ts`), file], {
    cwd: root,
    env: { ...getCleanEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close').then(() => performance.now() - began)
  const watching = watchMemory(child.pid ?? 0, 250, () => child.exitCode !== null)
  const [words, ms, memory] = await Promise.all([text(child.stderr), closed, watching])
  if (child.exitCode !== 0) throw new Error(`npm run ${name}: ${words}`)
  return { ms, memory: Math.max(...memory) }
}
