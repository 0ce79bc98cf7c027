import { hash } from '@node-rs/bcrypt'
import { join } from 'node:path'
import {
  connectDatabase,
  type Database,
  type DatabaseConnection,
  startEmbeddedPostgres,
  prepareDatabase,
  findRunningDatabase,
} from '../../packages/embedded-supabase/src/database.ts'
import { root } from '../../commands/lib/run.ts'
import { withTemporaryFolder } from './processes.ts'
import { findProject } from '../../supabase/project.ts'

export type Sql = Database['sql']

/** Discards log messages, because some measurements make the database fail on purpose. Errors that matter are thrown. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts the PostgreSQL of a data folder, runs `work` with its URL and stops it. No other process may have the folder open. */
export async function withPostgres<T>(
  dataDir: string,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    return await work(addressOf(postgres.connection))
  } finally {
    await postgres.stop()
  }
}

/** Creates a database with the schema and the seed data, and runs `work` with its URL (for DATABASE_URL). */
export function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const project = findProject(join(root, 'supabase'))
  return withTemporaryFolder((folder) =>
    withPostgres(join(folder, 'data'), async (url) => {
      await withSql(url, (sql) => prepareDatabase(sql, project, log))
      return work(url)
    }),
  )
}

export async function withSql<T>(databaseUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = connectDatabase(new URL(databaseUrl))
  try {
    return await work(sql)
  } finally {
    await close()
  }
}

/** The timeout in ms of statements that insert the data of a large shop. */
const fillMs = 300_000

/** Runs bulk changes without triggers, so that they cause no emails and notifications, and analyses the tables afterwards. */
export async function withBulkChanges(
  sql: Sql,
  work: (tx: Awaited<ReturnType<Sql['reserve']>>) => Promise<void>,
): Promise<void> {
  const tx = await sql.reserve(fillMs)
  await tx`set statement_timeout = 0`
  await tx`set session_replication_role = replica`
  await work(tx)
  await tx`reset all`
  await tx`set statement_timeout = 0`
  await tx`vacuum analyze`
  tx.release()
}

export async function readCounts<Row extends Record<string, number>>(
  counted: Promise<Row[]>,
): Promise<Row> {
  const [row] = await counted
  if (row === undefined) throw new Error('nothing was counted')
  return row
}

/** Returns the URL of the database that a running shop uses in `dataDir`. @throws Error when no database is running there */
export async function getEmbeddedUrl(dataDir: string): Promise<string> {
  const found = await findRunningDatabase(dataDir)
  if (typeof found === 'string') throw new Error(`the shop’s database: ${found}`)
  return addressOf(found)
}

function addressOf({ username, password, host, port, database }: DatabaseConnection): string {
  return `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}

/** A product in the form in which the cart sends it to the checkout. */
export interface StockedProduct {
  product_id: string
  product_name: string
  price: number
  stripe_price_id: string
}

/** Sets a large stock for two products, so that many shoppers can buy them at the same time, and returns these products. */
export async function stockProducts(sql: Sql): Promise<StockedProduct[]> {
  return [
    ...(await sql<StockedProduct[]>`
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

/** Returns `count` confirmed accounts, all with the same password. Accounts that an earlier call created are reused. */
export async function createAccounts(sql: Sql, count: number): Promise<Account[]> {
  const encrypted = await hash(password, 10)
  await sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid(), email, ${encrypted}, now(), '{}'
    from (select 'bench-' || generate_series(1, ${count}::int) || '@example.com' as email) as wanted
    where not exists (select from auth.users u where u.email = wanted.email)`
  return [
    ...(await sql<Account[]>`
      select id, email from auth.users where email like 'bench-%@example.com' limit ${count}`),
  ]
}
