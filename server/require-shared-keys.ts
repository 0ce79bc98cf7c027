import { StartError } from '../packages/embedded-supabase/src/core.ts'
import { recordKeyFingerprint } from '../packages/embedded-supabase/src/database.ts'
import { type Config, getKeysFile } from './config.ts'
import type { ShopDatabase } from './database.ts'
import type { Logger } from './log.ts'
import type { Secrets } from './secrets.ts'

/**
 * Checks that this process has the keys that other processes on the same database use. Only a database at DATABASE_URL can
 * be shared; the built-in database is stored beside its keys.
 * @throws StartError when another process is running with other keys
 */
export async function requireSharedKeys(
  config: Config,
  { sql, location }: ShopDatabase,
  secrets: Secrets,
  log: Logger,
): Promise<void> {
  const mayReplace = config.databaseUrl === null || config.hasNewKeys
  const claim = await recordKeyFingerprint(sql, secrets, mayReplace)
  if (claim === 'replaced')
    log.warn({}, 'keys: new ones are in use, so that everybody signs in again')
  if (claim !== 'other') return
  const file = getKeysFile(config)
  throw new StartError(
    `${location} (DATABASE_URL) is answered with other keys than those of ${file}: copy keys.json from the DATA_DIR of the other process, or, where no other runs and the keys are new on purpose, start once with NEW_KEYS=yes.`,
  )
}
