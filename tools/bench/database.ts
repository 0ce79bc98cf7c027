import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase, type Database } from '../../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../../backend/database/embedded.ts'
import { prepareDatabase } from '../../backend/database/prepare.ts'
import { root } from '../../commands/run.ts'
import { inFreshFolder } from './children.ts'
import { findPostmaster } from './processes.ts'
import type { Good } from './shopper.ts'

const loud = {
  info: () => undefined,
  warn: (details: object, message: string) => console.warn(message, details),
  error: (details: object, message: string) => console.error(message, details),
}

/** For a database that is meant to fail. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Runs the work with a fresh database that holds schema and seed. Both sides of a comparison use this one, by its
 * address (for DATABASE_URL).
 */
export async function withDatabase<T>(
  work: (databaseUrl: string) => Promise<T>,
  log = loud,
): Promise<T> {
  return inFreshFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log })
    try {
      const { username, password, host, port, database } = postgres.connection
      const url = `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
      const supabase = join(root, 'supabase')
      const connected = connectDatabase(postgres.connection)
      await prepareDatabase(
        connected.sql,
        { migrationsFolder: join(supabase, 'migrations'), seedFile: join(supabase, 'seed.sql') },
        log,
      )
      await connected.close()
      return await work(url)
    } finally {
      await postgres.stop()
    }
  })
}

/** Runs the work with sessions of the owner of a database. */
export async function withSql<T>(
  databaseUrl: string,
  work: (sql: Database['sql']) => Promise<T>,
): Promise<T> {
  const { sql, close } = connectDatabase(new URL(databaseUrl))
  try {
    return await work(sql)
  } finally {
    await close()
  }
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

/** Puts some products in stock, counted, so that many can buy them at once. */
export async function stockGoods(sql: Database['sql']): Promise<Good[]> {
  return sql<Good[]>`
    update public.products p set stock = 1000000 from public.prices r
    where r.product_id = p.id and r.position = 0 and p.slug in ('nashville-chilli-crisp', 'apple-terror-sauce')
    returning p.id as product_id, p.name as product_name, p.price, r.stripe_price_id`
}
