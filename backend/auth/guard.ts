import type { Queryable } from '../database/sql.ts'
import type { Metadata } from './metadata.ts'

export interface SecurityEvent {
  type: 'auth_failure' | 'rate_limit_violation' | 'suspicious_form_submission'
  /** They name nobody: identifiers are seals. */
  details: Record<string, string>
  address: string
  at: Date
}

/** What a project adds to the service's own limits. */
export interface AuthGuard {
  /** Keeps an event that the service has seen. */
  note: (sql: Queryable, event: SecurityEvent) => Promise<void>
  /** For how many ms an address is refused for what it did elsewhere; 0 for not at all. */
  waitOf: (sql: Queryable, address: string, at: Date) => Promise<number>
  /** What people say of themselves as it may be kept and written into emails; or the field that looks like an attack. */
  cleanMetadata: (given: Metadata) => { kept: Metadata } | { suspicious: string }
}

/** Keeps what is given, and no events beside the log. */
export const noGuard: AuthGuard = {
  note: () => Promise.resolve(),
  waitOf: () => Promise.resolve(0),
  cleanMetadata: (given) => ({ kept: given }),
}
