import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '../../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../../backend/database/embedded.ts'
import { openFileStore } from '../../backend/storage/file-store.ts'
import { putPublicObject } from '../../backend/storage/objects.ts'
import { root } from '../../commands/run.ts'
import { type Fingerprint, fingerprintOf } from '../../tests/support/fingerprint.ts'
import { type CrowdPlan, runCrowd } from './crowd.ts'
import { embeddedUrl, prepareCrowd, silent, type Sql, withSql } from './database.ts'
import {
  atMost,
  type Figure,
  figure,
  median,
  none,
  type Pace,
  percentile,
  remark,
  show,
} from './figure.ts'
import { withMailServer } from './mail-server.ts'
import { describeFailures, type Failure } from './notes.ts'
import { cleanEnvironment, inFreshFolder, memoryOf } from './processes.ts'
import { npmStart, readKeys, type StartedShop } from './servers.ts'

const orders = 100_000
const [files, fileSize] = [1000, 1_000_000]
/** How long the crowd shops without backups and beside them, in turn, ms. */
const windowMs = 25_000
const rounds = 3
const crowd: Pick<CrowdPlan, 'shoppers' | 'thinkMs' | 'retryMs' | 'weights'> = {
  shoppers: 100,
  thinkMs: [500, 2500],
  retryMs: 1000,
  weights: { browse: 40, search: 10, guestCart: 15, account: 10, checkOut: 25 },
}

/** Backups of a large shop while a crowd buys, and what a restore brings back. */
export async function measureBackup({ seed }: Pace): Promise<Figure[]> {
  return inFreshFolder((folder) =>
    withMailServer(async ({ url: SMTP_URL }) => {
      const dataDir = join(folder, 'data')
      const settings = { LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1', SMTP_URL }
      const shop = await npmStart({ ...settings, DATA_DIR: dataDir })
      const beside = await measureBeside(shop, folder, dataDir, seed).finally(shop.stop)
      return [...beside, ...(await measureRestore(folder, dataDir))]
    }),
  )
}

async function measureBeside(
  { url, shopPid }: StartedShop,
  folder: string,
  dataDir: string,
  seed: number,
): Promise<Figure[]> {
  const small = await run('backup', join(folder, 'small.tar'), dataDir)
  const databaseUrl = await embeddedUrl(shopPid, dataDir)
  await withSql(databaseUrl, (sql) => fill(sql, dataDir))
  const prepared = await prepareCrowd(databaseUrl, 2000)
  const keys = await readKeys(dataDir)
  const shopFor = (round: number) =>
    runCrowd({ ...crowd, ...prepared, url, keys, seed: seed + round }, windowMs)
  const p95 = (times: Record<string, number[]>) => percentile(times.page ?? [], 0.95)
  const [backups, faults]: [Run[], Failure[]] = [[], []]
  const [alone, beside]: [number[], number[]] = [[], []]
  let paid = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(p95((await shopFor(2 * round)).seen.times))
    const backingUp = backUpFor(windowMs, folder, dataDir)
    const [{ seen, ledger }, made] = await Promise.all([shopFor(2 * round + 1), backingUp])
    beside.push(p95(seen.times))
    backups.push(...made)
    faults.push(...seen.failures)
    paid += ledger.paid.length
  }
  return [
    figure(
      `backup of ${orders} orders and ${show.MB(files * fileSize)} of files beside ${crowd.shoppers} shoppers`,
      Math.max(...backups.map(({ ms }) => ms)),
      show.seconds,
      atMost(120_000),
      `the longest of ${backups.length}, one after the other; ${paid} paid meanwhile`,
    ),
    figure(
      'most memory of the process that backs up',
      Math.max(...backups.map(({ memory }) => memory)),
      show.MB,
      atMost(250e6),
      `of a shop without orders ${show.MB(small.memory)}`,
    ),
    figure(
      'p95 of pages meanwhile',
      median(beside.map((ms, round) => ms / (alone[round] ?? Number.NaN))),
      show.ratio,
      atMost(1.5),
      `beside backups ${beside.map(show.ms).join(', ')}; without, in turn, ${alone.map(show.ms).join(', ')}`,
    ),
    none('faults meanwhile', faults.length, describeFailures(faults)),
  ]
}

async function fill(sql: Sql, dataDir: string): Promise<void> {
  // In pieces: no statement of the owner's may take longer than ten seconds.
  for (let from = 1; from <= orders; from += 2_000)
    await sql`
      with placed as (
        insert into public.orders (
          email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_address, cart_hash,
          terms_version, stripe_session_id, paid_at, fulfilled_at
        ) select 'shopper-' || n || '@example.com', 'fulfilled', 1700, 329, 2029, 'standard', 'Standard',
          jsonb_build_object('name', 'Sam Ple', 'line1', n || ' Rye Lane', 'city', 'London', 'postcode', 'SE15 5BS', 'country', 'GB'),
          md5(n::text), '1', 'cs_test_' || md5(n::text), now(), now()
        from generate_series(${from}::int, ${from + 1999}::int) n returning id
      )
      insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, stripe_price_id, allergens)
      select placed.id, line, 'nashville-chilli-crisp', 'Nashville Chilli Crisp', 850, 1, 'price_' || line, 'celery, mustard'
      from placed, generate_series(0, 1) line`
  const store = openFileStore(join(dataDir, 'storage'))
  for (let number = 0; number < files; number++) {
    const file = { bucket: 'media', name: `pictures/${number}.jpg`, mimetype: 'image/jpeg' }
    await putPublicObject(sql, store, { ...file, bytes: randomBytes(fileSize) })
  }
}

/** Of the shop as it was left, which is closed by now. */
async function measureRestore(folder: string, dataDir: string): Promise<Figure[]> {
  const [file, restored] = [join(folder, 'closed.tar'), join(folder, 'restored')]
  const closed = await run('backup', file, dataDir)
  const { size } = await stat(file)
  const restoring = await run('restore', file, restored)
  const [before, after] = [await fingerprintAt(dataDir), await fingerprintAt(restored)]
  const names = Object.keys({ ...before.tables, ...after.tables })
  // Its row is written when the archive is whole.
  const differing = names.filter(
    (name) => name !== 'public.last_backup' && before.tables[name] !== after.tables[name],
  )
  const beside = `${show.MB(size)}; most memory ${show.MB(restoring.memory)}`
  const compared = differing.join(', ') || `of ${names.length}`
  return [
    figure(
      'restore of it, its check included',
      restoring.ms,
      show.seconds,
      atMost(300_000),
      beside,
    ),
    none('tables that are not equal to the last row', differing.length, compared),
    remark('backup of the shop while it is closed', show.seconds(closed.ms)),
  ]
}

async function fingerprintAt(dataDir: string): Promise<Fingerprint> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
  const { sql, close } = connectDatabase(postgres.connection)
  try {
    return await fingerprintOf(sql)
  } finally {
    await close()
    await postgres.stop()
  }
}

/** One run of the command that backs up or restores. */
interface Run {
  ms: number
  /** Most resident memory, bytes. */
  memory: number
}

/** One after the other until the time is over; the last goes on to its end. */
async function backUpFor(ms: number, folder: string, dataDir: string): Promise<Run[]> {
  const end = performance.now() + ms
  const backups: Run[] = []
  while (performance.now() < end) {
    const file = join(folder, 'beside.tar')
    backups.push(await run('backup', file, dataDir))
    await rm(file)
  }
  return backups
}

/** @throws Error with what the command said */
async function run(name: 'backup' | 'restore', file: string, dataDir: string): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'commands', `${name}.ts`), file], {
    cwd: root,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const watching = new AbortController()
  const [words, , memory] = await Promise.all([
    text(child.stderr),
    once(child, 'close').finally(() => watching.abort()),
    mostMemoryOf(child.pid ?? 0, watching.signal),
  ])
  if (child.exitCode !== 0) throw new Error(`npm run ${name}: ${words}`)
  return { ms: performance.now() - began, memory }
}

async function mostMemoryOf(pid: number, over: AbortSignal): Promise<number> {
  let most = 0
  while (!over.aborted) {
    most = Math.max(most, await memoryOf(pid).catch(() => 0))
    await pause(250, undefined, { signal: over }).catch(() => undefined)
  }
  return most
}
