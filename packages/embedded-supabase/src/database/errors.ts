import { DatabaseError } from 'pg'

/** An error that PostgreSQL returned, with its SQLSTATE in `code`. */
export { DatabaseError }

/** There is no connection, or it was lost: whether the statement was carried out is not known. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
  readonly code: string

  constructor(cause: unknown) {
    const { message, code } = reasonOf(cause)
    super(`The database cannot be reached: ${message}`, { cause })
    this.code = code
  }
}

export class NoSessionError extends DatabaseUnreachableError {
  override name = 'NoSessionError'
}

/** Returns true for errors of PostgreSQL that is shutting down, and of the driver when the server is gone. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnreachableError || /^(08|57P0)/.test(reasonOf(error).code)
}

/** Returns true when PostgreSQL's disk is full or it has no memory or connections left, which is temporary. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && reasonOf(error).code.startsWith('53')
}

/** A failure for the log, without the values that a database error quotes beside its message. */
export function toLogFields(error: unknown): { code: string; reason: string; stack: string } {
  const { code, message } = reasonOf(error)
  return { code, reason: message, stack: (error instanceof Error && error.stack) || '' }
}

function reasonOf(cause: unknown): { message: string; code: string } {
  if (!(cause instanceof Error)) return { message: String(cause), code: '' }
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return { message: cause.message || code, code }
}
