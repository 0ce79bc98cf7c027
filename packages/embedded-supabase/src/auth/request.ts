import type { Asker } from '../queue/asker.ts'
import type { Queryable, TransactingSql, TransactionSql } from '../database/sql.ts'
import type { Caller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest, WireResponse } from '../core/wire.ts'
import type { Metadata } from './metadata.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { AuthSettings } from './settings.ts'

/** An email of the auth service. `link` opens on any device; `code` is typed in; a name is only given to confirmed addresses. */
export interface AuthMail {
  template:
    | 'auth_confirm'
    | 'auth_recover'
    | 'auth_email_change'
    | 'auth_reauthenticate'
    | 'auth_account_exists'
    | 'auth_password_warning'
  to: string
  data: {
    link?: string
    code?: string
    fullName?: string
    /** ISO 8601. */
    at?: string
    address?: string
    agent?: string
  }
  /** True when the address belongs to an account that has confirmed it, so that nobody can have made it up. */
  isConfirmed: boolean
  /** Emails with a lower rank should be delivered first among those with the same `isConfirmed`. */
  rank: number
  /** Only the first of several emails with the same key is sent. */
  key?: string
}

/** Hands an email over inside the transaction that causes it, so that both happen or neither. */
export type SendAuthMail = (tx: TransactionSql, mail: AuthMail) => Promise<void>

export interface SecurityEvent {
  type: 'auth_failure' | 'rate_limit_violation' | 'suspicious_form_submission'
  /** The details are anonymous: identifiers are seals, except `sender`, an account or a typed text, which `note` seals. */
  details: Record<string, string>
  address: string
  at: Date
}

/** Checks that a project adds to the service's own rate limits. */
export interface AuthGuard {
  note: (sql: Queryable, event: SecurityEvent) => Promise<void>
  /** Returns the ms for which a sender is refused because of its attempts elsewhere from an address; 0 for none. */
  waitOf: (sql: Queryable, sender: string, address: string, at: Date) => Promise<number>
  /** Returns the user metadata in the form that may be stored and written into emails, or the field that looks like an attack. */
  cleanMetadata: (given: Metadata) => { kept: Metadata } | { suspicious: string }
}

/** A guard that keeps metadata unchanged and records no events beside the log. */
export const noGuard: AuthGuard = {
  note: () => Promise.resolve(),
  waitOf: () => Promise.resolve(0),
  cleanMetadata: (given) => ({ kept: given }),
}

export interface AuthOptions extends ServiceOptions {
  /** The database as the owner; every statement and transaction waits for the asker's turn. */
  sqlFor: (asker: Asker) => TransactingSql
  /** The address of this service when it differs from the site's: links in emails open it first. */
  externalUrl?: URL
  sendAuthMail: SendAuthMail
  /** Missing settings default to `defaultAuthSettings`. */
  authSettings?: Partial<AuthSettings>
  authGuard?: AuthGuard
  passwordHasher?: PasswordHasher
}

/** A request whose key, and user's token if there is one, have been checked, with the services that handle it. */
export interface AuthWork<S extends Queryable = Queryable> extends Omit<
  Required<AuthOptions>,
  'sql' | 'sqlFor' | 'staffSessionOf' | 'queues' | 'authSettings' | 'authGuard'
> {
  sql: S
  settings: AuthSettings
  guard: AuthGuard
  wire: WireRequest
  /** The parts of its path that are ids. */
  params: Record<string, string>
  query: URLSearchParams
  caller: Caller
  /**
   * A hasher with priority over strangers when too many calls are queued: for an account that has signed in from the address
   * before.
   */
  knownHasher: PasswordHasher
  /** The time of the request in ms since 1970. All times that it writes are this one. */
  now: number
  /** The same time as a Date. */
  at: Date
}

export type AuthRequest = AuthWork<TransactingSql>
export type AuthTx = AuthWork<TransactionSql>
export type AuthHandler = (request: AuthRequest) => Promise<WireResponse>

/** Does it all, or nothing when it throws. */
export function inTransaction<T>(
  request: AuthRequest,
  work: (tx: AuthTx) => Promise<T>,
): Promise<T> {
  return request.sql.begin((sql) => work({ ...request, sql }))
}
