import type { Queryable, Sql, TransactionSql } from '../database/sql.ts'
import type { Caller } from '../keys.ts'
import type { ServiceOptions } from '../service-options.ts'
import type { WireRequest, WireResponse } from '../wire.ts'
import type { SendAuthMail } from './auth-mail.ts'
import type { AuthGuard } from './guard.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { AuthSettings } from './settings.ts'

export interface AuthOptions extends ServiceOptions {
  /** Called inside the transaction that causes the email. */
  sendAuthMail: SendAuthMail
  /** What it does not say is as in `defaultAuthSettings`. */
  authSettings?: Partial<AuthSettings>
  authGuard?: AuthGuard
  passwordHasher?: PasswordHasher
}

/** A request of which the key, and a person's token if there is one, have been checked, and what answers it. */
export interface AuthWork<S extends Queryable = Queryable> extends Omit<
  Required<AuthOptions>,
  'sql' | 'authSettings' | 'authGuard'
> {
  sql: S
  settings: AuthSettings
  guard: AuthGuard
  wire: WireRequest
  /** The parts of its path that are ids. */
  params: Record<string, string>
  query: URLSearchParams
  caller: Caller
  /** When it came, in ms since 1970. Every time that it writes is this one. */
  now: number
  /** The same moment. */
  at: Date
}

export type AuthRequest = AuthWork<Sql>
/** A request whose statements all run in one transaction. */
export type AuthTransaction = AuthWork<TransactionSql>
export type AuthHandler = (request: AuthRequest) => Promise<WireResponse>

/** Does it all, or nothing when it throws. */
export function inTransaction<T>(
  request: AuthRequest,
  work: (tx: AuthTransaction) => Promise<T>,
): Promise<T> {
  return request.sql.begin((sql) => work({ ...request, sql }))
}
