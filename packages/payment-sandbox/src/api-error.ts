export const apiVersion = '2026-10-28.endive'

interface ErrorDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'card_error'
  code?: string
  param?: string
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  toJSON(): object {
    const { type = 'invalid_request_error', code, param } = this.details
    const about = code && {
      code,
      doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    }
    return { error: { ...about, message: this.message, ...(param && { param }), type } }
  }
}

export function createInvalidError(message: string, param: string, code?: string): ApiError {
  return new ApiError(400, message, code === undefined ? { param } : { param, code })
}

/** The provider's names of object kinds in error messages, where they differ from the kind with spaces for underscores. */
const displayNames: Record<string, string> = {
  'billing_portal.configuration': 'configuration',
  payment_intent: 'payment_intent',
  session: 'checkout.session',
}

/**
 * Returns a `resource_missing` error. `param` is the name of the parameter that has the id; undefined when the id is in the path.
 */
export function createMissingError(kind: string, id: string, param?: string): ApiError {
  const details = { code: 'resource_missing', param: param ?? 'id' }
  const name = displayNames[kind] ?? kind.replaceAll('_', ' ')
  return new ApiError(param === undefined ? 404 : 400, `No such ${name}: '${id}'`, details)
}
