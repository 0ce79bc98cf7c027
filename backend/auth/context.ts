import type { Sql } from '../database/sql.ts'
import type { BackendKeys, Caller } from '../keys.ts'
import type { Logger, WireRequest, WireResponse } from '../wire.ts'
import type { SendAuthMail } from './auth-mail.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** What the sign-in service works with; the same for all requests. */
export interface AuthContext {
  sql: Sql
  keys: BackendKeys
  siteUrl: URL
  sendAuthMail: SendAuthMail
  log: Logger
  hasher: PasswordHasher
  /** A full name as it may be kept; null for one that looks like an attack. */
  cleanName: (fullName: string) => string | null
  /** Random bytes for tokens and codes. */
  random: (bytes: number) => Buffer
}

/** A request of which the key, and a person's token if there is one, have been checked. */
export interface AuthRequest {
  wire: WireRequest
  query: URLSearchParams
  caller: Caller
  /** When it came, in ms since 1970. Every time that it writes is this one. */
  now: number
}

export type AuthHandler = (context: AuthContext, request: AuthRequest) => Promise<WireResponse>
