import { limitedAddress } from '../addresses.ts'
import { invalid } from './answers.ts'
import { type Body, fullNameOf } from './fields.ts'
import { overRequestLimit } from './limits.ts'
import type { AuthRequest, AuthWork } from './request.ts'

/** Notes a security event as seen by the server itself. Details name nobody: identifiers are seals. */
export async function note(
  { sql, wire, at, siteUrl }: AuthWork,
  type: 'auth_failure' | 'rate_limit_violation' | 'suspicious_form_submission',
  details: Record<string, string>,
): Promise<void> {
  const userAgent = (wire.headers['user-agent'] ?? 'unknown').slice(0, 300)
  const seen = sql.json({ userAgent, url: new URL(wire.path, siteUrl).href, ...details })
  await sql`select public.note_event(${type}, ${seen}, ${wire.clientAddress}, ${at})`
}

/**
 * Refuses whoever comes from an address with a suspicious pattern: forms that were refused or looked like attacks,
 * five in ten minutes. Failed sign-ins have their own limits.
 * @throws ApiError 429
 */
export async function refuseSuspects({ sql, wire, at }: AuthRequest): Promise<void> {
  const [row] = await sql<{ wait: number }[]>`
    select public.guard_wait(${limitedAddress(wire.clientAddress)}, false, ${at}) as wait`
  if (row !== undefined && row.wait > 0) throw overRequestLimit(row.wait)
}

/**
 * The full name in a body as it may be kept and written into emails: one line without markup. One that looks like an
 * attack is refused and noted. Undefined when none is given, null when it is taken away.
 * @throws ApiError 400
 */
export async function cleanNameOf(
  request: AuthRequest,
  body: Body,
): Promise<string | null | undefined> {
  const fullName = fullNameOf(body)
  if (fullName === null || fullName === undefined) return fullName
  const clean = request.cleanName(fullName)
  if (clean !== null) return clean || null
  const details = { form: 'account', field: 'full_name' }
  await note(request, 'suspicious_form_submission', details)
  throw invalid('Suspicious content detected in full name')
}
