import type { WireResponse } from '../wire.ts'

export interface RestErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

/** An answer other than success, in PostgREST's words. https://docs.postgrest.org/en/stable/references/errors.html */
export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly body: RestErrorBody
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.headers = more.headers ?? {}
  }
}

export function errorResponse(error: RestError): WireResponse {
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...error.headers },
    body: JSON.stringify(error.body),
  }
}

/** What cannot be read in the query string. */
export function parseError(what: string, text: string, at: number, expected: string): RestError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return new RestError(
    400,
    'PGRST100',
    `"failed to parse ${what} (${shown})" (line 1, column ${at + 1})`,
    {
      details: expected,
    },
  )
}
