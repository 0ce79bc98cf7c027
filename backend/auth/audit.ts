import type { AuthContext, AuthRequest } from './context.ts'
import { limitedAddress, overRequestLimit } from './limits.ts'
import type { Queryable } from './sql.ts'

/** Notes a security event as seen by the server itself. Details name nobody: identifiers are seals. */
export async function note(
  sql: Queryable,
  context: Pick<AuthContext, 'siteUrl'>,
  request: AuthRequest,
  event: { type: 'auth_failure' | 'rate_limit_violation'; details: Record<string, string> },
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
