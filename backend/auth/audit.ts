import type { TransactionSql } from 'postgres'

/** Notes a security event as seen by the server itself. Details name nobody: identifiers are seals. */
export async function note(
  tx: TransactionSql,
  event: 'auth_failure' | 'rate_limit_violation',
  details: Record<string, string>,
): Promise<void> {
  await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
  await tx`select public.log_security_event(${event}, ${tx.json(details)})`
}
