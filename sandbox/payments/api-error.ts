/** An error as the provider's API words it; becomes `{ error: { type, code, message, param } }`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly param: string | null

  constructor(
    status: number,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.type = details.type ?? 'invalid_request_error'
    this.code = details.code ?? null
    this.param = details.param ?? null
  }
}

export function invalid(message: string, param: string, code?: string): ApiError {
  return new ApiError(400, message, code === undefined ? { param } : { param, code })
}

/** `param` is given when the id stood in a parameter rather than in the path. */
export function noSuch(kind: string, id: string, param?: string): ApiError {
  const details = { code: 'resource_missing', param: param ?? 'id' }
  return new ApiError(param === undefined ? 404 : 400, `No such ${kind}: '${id}'`, details)
}
