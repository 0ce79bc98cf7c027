import { DatabaseUnreachableError } from '../database/errors.ts'
import { AuthFault } from './faults.ts'

/** What PostgreSQL says when it is going down. */
const outOfReach = /^(08|57P0)/

/** The answer for a failure that nobody asked for. It says nothing about what is inside. */
export function asFault(error: unknown): AuthFault {
  if (error instanceof DatabaseUnreachableError || outOfReach.test(codeOf(error))) {
    const headers = { 'retry-after': '1' }
    const words = 'The service cannot be reached, please try again'
    return new AuthFault(503, 'unexpected_failure', words, { headers })
  }
  const words = 'Unexpected failure, please check server logs for more information'
  return new AuthFault(500, 'unexpected_failure', words)
}

/** A failure for the log, without the values that a database error quotes. */
export function describe(error: unknown): { code: string; reason: string; stack: string } {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { code: codeOf(error), reason: message, stack: stack ?? '' }
}

function codeOf(error: unknown): string {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isCoded ? String(error.code) : ''
}
