import { hash } from '@node-rs/bcrypt'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase, type Database } from '../../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../../backend/database/embedded.ts'
import { prepareDatabase } from '../../backend/database/prepare.ts'
import { root } from '../../commands/run.ts'
import { findPostmaster, inFreshFolder } from './processes.ts'

export type Sql = Database['sql']

const loud = {
  info: () => undefined,
  warn: (details: object, message: string) => console.warn(message, details),
  error: (details: object, message: string) => console.error(message, details),
}

/** For a database that is meant to fail. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Runs the work with the address (for DATABASE_URL) of a fresh database that holds schema and seed. */
export async function withDatabase<T>(
  work: (databaseUrl: string) => Promise<T>,
  log = loud,
): Promise<T> {
  return inFreshFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log })
    try {
      const { username, password, host, port, database } = postgres.connection
      const supabase = join(root, 'supabase')
      const files = {
        migrationsFolder: join(supabase, 'migrations'),
        seedFile: join(supabase, 'seed.sql'),
      }
      const url = `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
      await withSql(url, (sql) => prepareDatabase(sql, files, log))
      return await work(url)
    } finally {
      await postgres.stop()
    }
  })
}

/** Runs the work with sessions of the owner of a database. */
export async function withSql<T>(databaseUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = connectDatabase(new URL(databaseUrl))
  try {
    return await work(sql)
  } finally {
    await close()
  }
}

/** The one row of a question that counts. */
export async function countIn<Row extends Record<string, number>>(
  counted: Promise<Row[]>,
): Promise<Row> {
  const [row] = await counted
  if (row === undefined) throw new Error('nothing was counted')
  return row
}

/**
 * The address of the database that a shop keeps in `dataDir`.
 * @throws Error when it keeps none now
 */
export async function embeddedUrl(shopPid: number, dataDir: string): Promise<string> {
  const postmaster = findPostmaster(shopPid)
  if (postmaster === null) throw new Error('the shop keeps no PostgreSQL')
  const record: { password: string } = JSON.parse(
    await readFile(join(dataDir, 'postgres.json'), 'utf8'),
  )
  const password = encodeURIComponent(record.password)
  return `postgres://postgres:${password}@127.0.0.1:${postmaster.port}/postgres`
}

/** Something to buy, as a cart sends it. */
export interface Good {
  product_id: string
  product_name: string
  price: number
  stripe_price_id: string
}

/** Puts some products in stock, counted, so that many can buy them at once. */
export async function stockGoods(sql: Sql): Promise<Good[]> {
  return [
    ...(await sql<Good[]>`
      update public.products p set stock = 1000000 from public.prices r
      where r.product_id = p.id and r.position = 0 and p.slug in ('nashville-chilli-crisp', 'apple-terror-sauce')
      returning p.id as product_id, p.name as product_name, p.price, r.stripe_price_id`),
  ]
}

export const password = 'Bench-Press-2026'

export interface Account {
  id: string
  email: string
}

/** Accounts that are confirmed, and have one password. */
export async function createAccounts(sql: Sql, count: number): Promise<Account[]> {
  const encrypted = await hash(password, 10)
  return [
    ...(await sql<Account[]>`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      select gen_random_uuid(), 'bench-' || n || '@example.com', ${encrypted}, now(), '{}'
      from generate_series(1, ${count}::int) as n
      returning id, email`),
  ]
}

/** What a crowd needs of a database. */
export async function prepareCrowd(
  databaseUrl: string,
  accounts = 5000,
): Promise<{ accounts: Account[]; goods: Good[] }> {
  return withSql(databaseUrl, async (sql) => ({
    accounts: await createAccounts(sql, accounts),
    goods: await stockGoods(sql),
  }))
}
