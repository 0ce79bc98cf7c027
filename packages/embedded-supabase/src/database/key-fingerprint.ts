import { createHash } from 'node:crypto'
import type { Sql } from './sql.ts'
import type { BackendKeys } from '../core/keys.ts'

/**
 * Records a hash of the keys with which a database is used. Processes with different keys would each refuse the tokens that the
 * others have signed. Returns true when these are the recorded ones; `mayReplace` records them in place of others.
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

/** The keys are random, so that the hash reveals nothing about them. */
function fingerprintOf({ publishable, secret, jwt }: BackendKeys): string {
  const { x = '', y = '' } = jwt.publicJwk
  return createHash('sha256').update([publishable, secret, jwt.kid, x, y].join('\0')).digest('hex')
}
