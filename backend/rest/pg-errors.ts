import { DatabaseError } from '../database/errors.ts'
import { RestError } from './errors.ts'

/** Statuses by the longest matching beginning of the SQLSTATE, as PostgREST has them; all others are 400. */
const statuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53400': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  // Shutting down, crashed, starting up.
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
}

/** Faults of the machine; what they say may name files and is for the log alone. */
const internal = /^(53|58|F0|XX)/

/**
 * The answer for what PostgreSQL refused, or for PostgreSQL being out of reach.
 * @param known whether the caller is signed in: lack of a right is 403 for people and 401 for strangers
 */
export function fromDatabaseError(error: unknown, known: boolean): RestError {
  if (error instanceof RestError) return error
  if (!(error instanceof DatabaseError)) return unreachable()
  const { code = 'XX000', message, detail, hint } = error
  if (code.startsWith('PT')) return raisedStatus(code, error)
  if (code === 'PGRST') return raisedAnswer(error)
  const status = statusOf(code, known)
  if (internal.test(code)) return new RestError(status, code, 'The database could not do this.')
  return new RestError(status, code, message, { details: detail, hint })
}

function statusOf(code: string, known: boolean): number {
  if (code === '42501') return known ? 403 : 401
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
}

/** No connection: refused, cut off, or none free in time. */
export function unreachable(): RestError {
  return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', {
    headers: { 'retry-after': '1' },
  })
}

/** `raise sqlstate 'PT402'` answers with the status 402. */
function raisedStatus(code: string, error: DatabaseError): RestError {
  const status = Number(code.slice(2))
  const usable = Number.isInteger(status) && status >= 200 && status <= 599
  return new RestError(usable ? status : 500, code, error.message, {
    details: error.detail,
    hint: error.hint,
  })
}

/** `raise sqlstate 'PGRST'` carries the body in its message and status and headers in its detail, as JSON. */
function raisedAnswer(error: DatabaseError): RestError {
  const broken = new RestError(
    500,
    'PGRST121',
    'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
  )
  try {
    const body: unknown = JSON.parse(error.message)
    const answer: unknown = JSON.parse(error.detail ?? '')
    if (!isRecord(body) || !isRecord(answer) || typeof answer.status !== 'number') return broken
    const headers = isRecord(answer.headers) ? answer.headers : {}
    return new RestError(answer.status, String(body.code ?? 'PGRST'), String(body.message ?? ''), {
      details: body.details,
      hint: typeof body.hint === 'string' ? body.hint : null,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    })
  } catch (cause) {
    if (cause instanceof SyntaxError) return broken
    throw cause
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
