import type { Queryable } from '../database/sql.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { invalid } from './faults.ts'
import { limitedAddress, overRequestLimit } from './limits.ts'

/** Notes a security event as seen by the server itself. Details name nobody: identifiers are seals. */
export async function note(
  sql: Queryable,
  context: Pick<AuthContext, 'siteUrl'>,
  request: AuthRequest,
  event: {
    type: 'auth_failure' | 'rate_limit_violation' | 'suspicious_form_submission'
    details: Record<string, string>
  },
): Promise<void> {
  const { wire, now } = request
  const seen = {
    userAgent: (wire.headers['user-agent'] ?? 'unknown').slice(0, 300),
    url: new URL(wire.path, context.siteUrl).href,
  }
  const details = sql.json({ ...seen, ...event.details })
  await sql`select public.note_event(${event.type}, ${details}, ${wire.clientAddress}, ${new Date(now)})`
}

/**
 * Refuses whoever comes from an address with a suspicious pattern: forms that were refused or looked like attacks,
 * five in ten minutes. Failed sign-ins have their own limits.
 * @throws AuthFault 429
 */
export async function refuseSuspects(
  { sql }: Pick<AuthContext, 'sql'>,
  { wire, now }: AuthRequest,
): Promise<void> {
  const address = limitedAddress(wire.clientAddress)
  const [row] = await sql<{ wait: number }[]>`
    select public.guard_wait(${address}, false, ${new Date(now)}) as wait`
  if (row !== undefined && row.wait > 0) throw overRequestLimit(row.wait)
}

/**
 * A full name as it may be kept and written into emails: one line without markup. One that looks like an attack is
 * refused and noted.
 * @throws AuthFault 400
 */
export async function cleanName(
  context: Pick<AuthContext, 'sql' | 'siteUrl' | 'cleanName'>,
  request: AuthRequest,
  fullName: string | null | undefined,
): Promise<string | null | undefined> {
  if (fullName === null || fullName === undefined) return fullName
  const clean = context.cleanName(fullName)
  if (clean !== null) return clean || null
  const details = { form: 'account', field: 'full_name' }
  await note(context.sql, context, request, { type: 'suspicious_form_submission', details })
  throw invalid('Suspicious content detected in full name')
}
