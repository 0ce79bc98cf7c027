import { DatabaseError } from 'pg'

/** What PostgreSQL itself refused, with its SQLSTATE in `code`. */
export { DatabaseError }

/** There is no connection, or it was lost: whether the statement was carried out is not known. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
  /** What the system or PostgreSQL called the cause, if it did. */
  readonly code: string

  constructor(cause: unknown) {
    const { message, code } = reasonOf(cause)
    super(`The database cannot be reached: ${message}`, { cause })
    this.code = code
  }
}

/** No connection came free in time. */
export class NoSessionError extends DatabaseUnreachableError {
  override name = 'NoSessionError'
}

function reasonOf(cause: unknown): { message: string; code: string } {
  if (!(cause instanceof Error)) return { message: String(cause), code: '' }
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return { message: cause.message || code, code }
}
