import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  createArchive,
  backUp,
  createFileSource,
  sealKeys,
  type Summary,
} from '../../packages/embedded-supabase/src/backup.ts'
import { type Session } from '../../packages/embedded-supabase/src/database.ts'
import { type Config, getKeysFile } from '../../server/config.ts'
import { type CommandTools, OwnerError, parseFileArgument } from './connect.ts'
import { createHostedFiles } from './hosted-files.ts'
import { createProgressLine, formatMegabytes } from './progress-line.ts'
import { openShopDatabase, openShopFiles, type ShopDatabase } from './shop-database.ts'

const usage = `npm run backup -- FILE   writes all data of the shop, open or not, into one archive

With BACKUP_PASSPHRASE set the archive has the shop's keys, too, sealed with it.`

/** The key of an advisory lock that nothing else uses. The session that holds the lock is backing up this database. */
const backupLock = 7_305_118_240_114

export async function runBackup(
  config: Config,
  args: string[],
  tools: CommandTools,
): Promise<void> {
  const file = parseFileArgument(args, usage)
  if (existsSync(file)) throw new OwnerError(`${file} is there already. Name another file.`)
  const database = await openShopDatabase(config)
  try {
    await expectAlone(database)
    const written = await writeArchive(config, database, file, tools).catch(
      async (error: unknown) => {
        await noteFailure(database, error, tools)
        throw error
      },
    )
    await database.session.sql`
      update public.last_backup
      set succeeded_at = ${new Date(tools.clock())}, file = ${file}, bytes = ${written.bytes}, failed_at = null, reason = null`
    report(file, written, tools)
  } finally {
    await database.close()
  }
}

async function expectAlone({ session: { sql } }: ShopDatabase): Promise<void> {
  const [row] = await sql`select pg_try_advisory_lock(${backupLock}) as mine`
  if (row?.mine !== true)
    throw new OwnerError('Another backup of this shop is under way. Wait for its end.')
}

type Written = Summary & { bytes: number }

async function writeArchive(
  config: Config,
  { session, isShared }: ShopDatabase,
  file: string,
  { clock, print }: CommandTools,
): Promise<Written> {
  const folder = dirname(file)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new OwnerError(`There is no folder ${folder}. Make it, or name another.`)
  const sealedKeys = await readKeys(config)
  const files = config.supabase
    ? createHostedFiles(config.supabase)
    : createFileSource(openShopFiles(config))
  const archive = await createArchive(file, { rests: isShared })
  const progress = createProgressLine('Backing up', clock, print)
  try {
    const needs = { session, files, archive, sealedKeys, clock, onProgress: progress.show }
    const summary = await backUp(needs)
    return { ...summary, bytes: await archive.finish() }
  } catch (error) {
    await archive.abandon()
    throw error
  } finally {
    progress.end()
  }
}

async function readKeys(config: Config): Promise<Buffer | null> {
  if (config.backupPassphrase === null || !existsSync(getKeysFile(config))) return null
  return sealKeys(await readFile(getKeysFile(config)), config.backupPassphrase)
}

/** Records a failed backup through a separate connection, because the backup's own connection is inside a transaction. */
async function noteFailure(
  { connect }: ShopDatabase,
  error: unknown,
  { clock }: CommandTools,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const note = async ({ sql, close }: Session): Promise<void> => {
    await sql`update public.last_backup set failed_at = ${new Date(clock())}, reason = ${reason.slice(0, 500)}`
    await close()
  }
  // Ignores errors: without the database the failure cannot be recorded, and the caller reports the backup's own error.
  await Promise.allSettled([connect().then(note)])
}

function report(
  file: string,
  { rows, files, broken, bytes }: Written,
  { print }: CommandTools,
): void {
  const count = Object.values(rows).reduce((sum, some) => sum + some, 0)
  print(`${file} is whole: ${count} rows, ${files} files, ${formatMegabytes(bytes)}.`)
  for (const name of broken) print(`The content of ${name} was missing or damaged in the shop.`)
}
