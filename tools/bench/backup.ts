import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase } from '../../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../../backend/database/embedded.ts'
import { openFileStore } from '../../backend/storage/file-store.ts'
import { putPublicObject } from '../../backend/storage/objects.ts'
import { type Fingerprint, fingerprintOf } from '../../tests/support/fingerprint.ts'
import { freePort } from '../../tests/support/running-shop.ts'
import { root } from '../../commands/run.ts'
import { createAccounts } from './accounts.ts'
import { backUp, backUpFor, run, type Run } from './backup-runs.ts'
import { cleanEnvironment, inFreshFolder, readKeys } from './children.ts'
import type { CrowdPlan } from './crowd.ts'
import { embeddedUrl, silent, stockGoods, withSql } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, exactly, type Figure, median, percentile, remark, show } from './figure.ts'
import { startMailServer } from './mail-server.ts'
import { runCrowd } from './mixed.ts'
import { describeFailures, type Failure } from './notes.ts'
import { npmStart, type OpenedShop } from './npm-start.ts'
import { findShop } from './processes.ts'

export const orders = 100_000
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
  return inFreshFolder(async (folder) => {
    const port = await freePort()
    const mailServer = await startMailServer(port)
    const dataDir = join(folder, 'data')
    const environment = {
      ...cleanEnvironment(),
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    }
    try {
      const shop = await npmStart(root, environment, 60_000)
      const beside = await measureBeside(shop, { folder, dataDir, seed }).finally(shop.stop)
      return [...beside, ...(await measureRestore(folder, dataDir))]
    } finally {
      await mailServer.stop()
    }
  })
}

interface Places {
  folder: string
  dataDir: string
  seed: number
}

async function measureBeside(
  shop: OpenedShop,
  { folder, dataDir, seed }: Places,
): Promise<Figure[]> {
  const small = await backUp(join(folder, 'small.tar'), dataDir)
  const { pid } = findShop(shop.pid)
  const prepared = await withSql(await embeddedUrl(pid, dataDir), async (sql) => {
    const accounts = [...(await createAccounts(sql, 2000))]
    await fill(sql, dataDir)
    return { accounts, goods: [...(await stockGoods(sql))] }
  })
  const keys = await readKeys(dataDir)
  const shopFor = (number: number) =>
    runCrowd(
      { ...crowd, ...prepared, url: shop.url, keys, seed: seed + number },
      windowMs,
      new AbortController().signal,
    )
  const [backups, faults]: [Run[], Failure[]] = [[], []]
  const [alone, beside]: [number[], number[]] = [[], []]
  let paid = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(p95((await shopFor(2 * round)).seen.times))
    const [{ seen, ledger }, made] = await Promise.all([
      shopFor(2 * round + 1),
      backUpFor(windowMs, folder, dataDir),
    ])
    beside.push(p95(seen.times))
    backups.push(...made)
    faults.push(...seen.failures)
    paid += ledger.paid.length
  }
  return describe({ backups, faults, paid, alone, beside, small })
}

function describe(all: {
  backups: Run[]
  faults: Failure[]
  paid: number
  alone: number[]
  beside: number[]
  small: Run
}): Figure[] {
  const { backups, faults, paid, alone, beside, small } = all
  return [
    atMost({
      name: `backup of ${orders} orders and ${show.MB(files * fileSize)} of files beside ${crowd.shoppers} shoppers`,
      value: Math.max(...backups.map(({ ms }) => ms)),
      limit: 120_000,
      show: show.seconds,
      beside: `the longest of ${backups.length}, one after the other; ${paid} paid meanwhile`,
    }),
    atMost({
      name: 'most memory of the process that backs up',
      value: Math.max(...backups.map(({ memory }) => memory)),
      limit: 250e6,
      show: show.MB,
      beside: `of a shop without orders ${show.MB(small.memory)}`,
    }),
    atMost({
      name: 'p95 of pages meanwhile',
      value: median(beside.map((ms, round) => ms / (alone[round] ?? Number.NaN))),
      limit: 1.5,
      show: show.ratio,
      beside: `beside backups ${beside.map(show.ms).join(', ')}; without, in turn, ${alone.map(show.ms).join(', ')}`,
    }),
    exactly({
      name: 'faults meanwhile',
      value: faults.length,
      limit: 0,
      show: show.plain,
      beside: describeFailures(faults),
    }),
  ]
}

function p95(times: Record<string, number[]>): number {
  return percentile(Float64Array.from(times.page ?? []).sort(), 0.95)
}

export async function fill(
  sql: Parameters<Parameters<typeof withSql>[1]>[0],
  dataDir: string,
): Promise<void> {
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
  const closed = await backUp(file, dataDir)
  const { size } = await stat(file)
  const restoring = await run('restore', file, restored)
  const [before, after] = [await fingerprintAt(dataDir), await fingerprintAt(restored)]
  const names = Object.keys({ ...before.tables, ...after.tables })
  // Its row is written when the archive is whole.
  const differing = names.filter(
    (name) => name !== 'public.last_backup' && before.tables[name] !== after.tables[name],
  )
  return [
    atMost({
      name: 'restore of it, its check included',
      value: restoring.ms,
      limit: 300_000,
      show: show.seconds,
      beside: `${show.MB(size)}; most memory ${show.MB(restoring.memory)}`,
    }),
    exactly({
      name: 'tables that are not equal to the last row',
      value: differing.length,
      limit: 0,
      show: show.plain,
      beside: differing.join(', ') || `of ${names.length}`,
    }),
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
