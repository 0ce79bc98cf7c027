import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CheckedArchive,
  checkArchive,
  restoreBackup,
  openKeys,
} from '../../packages/embedded-supabase/src/backup.ts'
import { type Config, getKeysFile } from '../../server/config.ts'
import { restoreSecrets } from '../../server/secrets.ts'
import { findProject } from '../../supabase/project.ts'
import { root } from '../lib/run.ts'
import { type CommandTools, OwnerError, parseFileArgument } from './connect.ts'
import { createHostedFiles } from './hosted-files.ts'
import { createProgressLine } from './progress-line.ts'
import { openEmptyDatabase, openShopFiles, consoleLogger } from './shop-database.ts'
import { momentText } from './texts.ts'

const usage = `npm run restore -- FILE   fills an empty place from an archive of npm run backup

The place is DATA_DIR, or DATABASE_URL, or with SUPABASE_URL and its keys besides a new hosted project.
With BACKUP_PASSPHRASE set the shop's keys come back, too, if the archive has them.`

export async function runRestore(
  config: Config,
  args: string[],
  tools: CommandTools,
): Promise<void> {
  const archive = await check(parseFileArgument(args, usage), tools)
  const keys = await readKeys(config, archive)
  const database = await openEmptyDatabase(config)
  const progress = createProgressLine('Restoring', tools.clock, tools.print)
  try {
    const leftOut = await restoreBackup({
      session: database.session,
      place: database.place,
      archive,
      project: findProject(join(root, 'supabase')),
      files: config.supabase
        ? { service: createHostedFiles(config.supabase) }
        : { store: openShopFiles(config) },
      beforeCommit: async () => {
        if (keys !== null) await restoreSecrets(getKeysFile(config), keys)
      },
      onProgress: progress.show,
      log: consoleLogger,
    })
    progress.end()
    report(archive, leftOut, keys !== null, tools)
  } finally {
    progress.end()
    await database.close()
  }
}

async function check(file: string, { clock, print }: CommandTools): Promise<CheckedArchive> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw new OwnerError(`There is no file ${file}.`)
  const { size } = found
  const progress = createProgressLine('Checking', clock, print)
  try {
    return await checkArchive(file, (done) =>
      progress.show({ what: 'the whole archive', done: Math.min(done, size), total: size }),
    )
  } finally {
    progress.end()
  }
}

/** Decrypts the archive's keys, before the restore changes anything. Returns null when BACKUP_PASSPHRASE is not set. */
async function readKeys(config: Config, { sealedKeys }: CheckedArchive): Promise<Buffer | null> {
  if (config.backupPassphrase === null) return null
  if (sealedKeys === null)
    throw new OwnerError('This archive has no keys. Restore it without BACKUP_PASSPHRASE.')
  return openKeys(sealedKeys, config.backupPassphrase)
}

function report(
  { manifest, summary, sealedKeys }: CheckedArchive,
  leftOut: string[],
  hasKeys: boolean,
  { print }: CommandTools,
): void {
  const rows = Object.values(summary.rows).reduce((sum, some) => sum + some, 0)
  print(`Restored as it was ${momentText(manifest.madeAt)}: ${rows} rows, ${summary.files} files.`)
  for (const line of leftOut) print(`Left out: ${line}.`)
  for (const name of summary.broken) print(`Without its content, which the shop had lost: ${name}.`)
  if (hasKeys) return
  const why = sealedKeys === null ? 'The archive has none' : 'BACKUP_PASSPHRASE was not set'
  print(
    `Without keys. ${why}: unless DATA_DIR has its keys.json, new keys are made, and links in mails sent before no longer work.`,
  )
}
