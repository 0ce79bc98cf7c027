import { createHash } from 'node:crypto'
import type { Sql } from './sql.ts'
import type { BackendKeys } from '../core/keys.ts'

/**
 * Records a hash of the API keys that a database is used with, because processes with different keys would reject one another's
 * tokens. Returns `same` when these keys are recorded, `other` when different ones are; with `mayReplace` it records these keys
 * instead, and returns `replaced`.
 */
export async function recordKeyFingerprint(
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

/** Returns a hash of the keys. It reveals nothing about them, because they are random. */
function fingerprintOf({ publishable, secret, jwt }: BackendKeys): string {
  const { x = '', y = '' } = jwt.publicJwk
  return createHash('sha256').update([publishable, secret, jwt.kid, x, y].join('\0')).digest('hex')
}
