import { DatabaseError } from 'pg'

/** An error returned by PostgreSQL, with its SQLSTATE in `code`. */
export { DatabaseError }

/** Thrown when there is no connection, or it is lost; then it is unknown whether the statement was executed. */
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

/** Returns true for errors of a PostgreSQL server that is shutting down, and of the driver when the server cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnreachableError || /^(08|57P0)/.test(reasonOf(error).code)
}

/** Returns true when PostgreSQL's disk is full, or it has run out of memory or connections, all of which may pass. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && reasonOf(error).code.startsWith('53')
}

/** Returns the log fields of an error. Omits the values that database errors quote in their details, which may be personal data. */
export function toLogFields(error: unknown): { code: string; reason: string; stack: string } {
  const { code, message } = reasonOf(error)
  return { code, reason: message, stack: (error instanceof Error && error.stack) || '' }
}

function reasonOf(cause: unknown): { message: string; code: string } {
  if (!(cause instanceof Error)) return { message: String(cause), code: '' }
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return { message: cause.message || code, code }
}
