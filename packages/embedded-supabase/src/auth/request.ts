import type { Asker } from '../queue/asker.ts'
import type { Queryable, TransactingSql, TransactionSql } from '../database/sql.ts'
import type { Caller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest, WireResponse } from '../core/wire.ts'
import type { Metadata } from './metadata.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { AuthSettings } from './settings.ts'

/**
 * An email of the auth service. `link` works on any device; `code` is typed in; `fullName` is only set for confirmed email
 * addresses.
 */
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
    /** Time of the event, in ISO 8601. */
    at?: string
    address?: string
    agent?: string
  }
  /** True when the email address belongs to an account that has confirmed it, so that nobody can have made it up. */
  isConfirmed: boolean
  /** The order of delivery among emails with the same `isConfirmed`: a lower rank should be delivered first. */
  rank: number
  /** A key for deduplication: of several emails with the same key only the first is sent. */
  key?: string
}

/** Queues an email inside the transaction that causes it, so that the change and the email happen both or not at all. */
export type SendAuthMail = (tx: TransactionSql, mail: AuthMail) => Promise<void>

export interface SecurityEvent {
  type: 'auth_failure' | 'rate_limit_violation' | 'suspicious_form_submission'
  /**
   * Details of the event, without personal data: identifiers are keyed hashes. Only `sender` is an account id or typed text, which
   * `note` must hash.
   */
  details: Record<string, string>
  address: string
  at: Date
}

/** A project's own checks, in addition to the service's rate limits. */
export interface AuthGuard {
  note: (sql: Queryable, event: SecurityEvent) => Promise<void>
  /**
   * Returns the milliseconds for which a sender is blocked at an IP address because of earlier attempts in other forms; 0 for
   * none.
   */
  waitOf: (sql: Queryable, sender: string, address: string, at: Date) => Promise<number>
  /** Returns the user metadata as it may be stored and written into emails, or the name of the field that looks like an attack. */
  cleanMetadata: (given: Metadata) => { kept: Metadata } | { suspicious: string }
}

/** The default guard: accepts all metadata unchanged and records no events. */
export const defaultAuthGuard: AuthGuard = {
  note: () => Promise.resolve(),
  waitOf: () => Promise.resolve(0),
  cleanMetadata: (given) => ({ kept: given }),
}

export interface AuthOptions extends ServiceOptions {
  /** Returns the database connection of the owner role on which statements and transactions queue on behalf of this asker. */
  sqlFor: (asker: Asker) => TransactingSql
  /** The public URL of this service, when it differs from the site's. Links in emails open it before they redirect. */
  externalUrl?: URL
  sendAuthMail: SendAuthMail
  /** Settings of the service; missing ones default to `defaultAuthSettings`. */
  authSettings?: Partial<AuthSettings>
  authGuard?: AuthGuard
  passwordHasher?: PasswordHasher
}

/** A request whose API key and user token have been checked, with the services that handlers need. */
export interface AuthWork<S extends Queryable = Queryable> extends Omit<
  Required<AuthOptions>,
  'sql' | 'sqlFor' | 'staffSessionOf' | 'queues' | 'authSettings' | 'authGuard'
> {
  sql: S
  settings: AuthSettings
  guard: AuthGuard
  wire: WireRequest
  /** The ids in the request's path, by parameter name. */
  params: Record<string, string>
  query: URLSearchParams
  caller: Caller
  /**
   * The hasher for an account that has signed in from this IP address before. However many calls of strangers are queued, its calls
   * take turns with them.
   */
  knownHasher: PasswordHasher
  /** The time of the request, in milliseconds since 1970. All times that the request writes are equal to it. */
  now: number
  /** `now` as a Date. */
  at: Date
}

export type AuthRequest = AuthWork<TransactingSql>
export type AuthTx = AuthWork<TransactionSql>
export type AuthHandler = (request: AuthRequest) => Promise<WireResponse>

/** Runs the work in one transaction, which is rolled back when the work throws. */
export function inTransaction<T>(
  request: AuthRequest,
  work: (tx: AuthTx) => Promise<T>,
): Promise<T> {
  return request.sql.begin((sql) => work({ ...request, sql }))
}
