import { createHash } from 'node:crypto'
import type { Sql } from './database/sql.ts'
import type { BackendKeys } from './core/keys.ts'

/**
 * Notes by a hash which keys a database is answered with. Of processes with different keys each refuses what the others
 * have signed. Returns whether these are the noted ones; `mayReplace` notes them instead of others.
 */
export async function claimKeys(
  sql: Sql,
  keys: BackendKeys,
  mayReplace: boolean,
): Promise<'same' | 'replaced' | 'other'> {
  const fingerprint = fingerprintOf(keys)
  return sql.begin(async (tx) => {
    await tx`
      insert into auth.key_fingerprint (fingerprint, noted_at) values (${fingerprint}, now())
      on conflict (only_row) do nothing`
    const [noted] = await tx<{ fingerprint: string }[]>`
      select fingerprint from auth.key_fingerprint for update`
    if (noted?.fingerprint === fingerprint) return 'same'
    if (!mayReplace) return 'other'
    await tx`update auth.key_fingerprint set fingerprint = ${fingerprint}, noted_at = now()`
    return 'replaced'
  })
}

/** The keys are random, so that the hash tells nothing of them. */
function fingerprintOf({ publishable, secret, jwt }: BackendKeys): string {
  const { x = '', y = '' } = jwt.publicJwk
  return createHash('sha256').update([publishable, secret, jwt.kid, x, y].join('\0')).digest('hex')
}
