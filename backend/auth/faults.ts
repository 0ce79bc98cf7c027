import type { WireRequest, WireResponse } from '../wire.ts'
import { json } from './answers.ts'

interface FaultDetails {
  /** Why a password is weak: `length`, `characters`. */
  reasons?: string[]
  headers?: Record<string, string>
}

/** A refusal with GoTrue's status, code and words. Thrown inside a transaction it takes that back. */
export class AuthFault extends Error {
  readonly status: number
  readonly code: string
  readonly details: FaultDetails

  constructor(status: number, code: string, message: string, details: FaultDetails = {}) {
    super(message)
    this.name = 'AuthFault'
    this.status = status
    this.code = code
    this.details = details
  }
}

export function invalid(message: string): AuthFault {
  return new AuthFault(400, 'validation_failed', message)
}

const newestVersion = '2024-01-01'

/**
 * The answer for a fault. Clients that name an API version get `{code, message}`, older ones
 * `{code: status, error_code, msg}`, as GoTrue does.
 */
export function faultResponse(fault: AuthFault, request: WireRequest): WireResponse {
  const asked = request.headers['x-supabase-api-version'] ?? ''
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= newestVersion
  const reasons = fault.details.reasons
  const body = {
    ...(isNew
      ? { code: fault.code, message: fault.message }
      : { code: fault.status, error_code: fault.code, msg: fault.message }),
    ...(reasons === undefined ? {} : { weak_password: { reasons } }),
  }
  return json(fault.status, body, {
    ...fault.details.headers,
    ...(isNew ? { 'x-supabase-api-version': newestVersion } : {}),
    'x-sb-error-code': fault.code,
  })
}
