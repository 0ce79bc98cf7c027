/** A request as the backend receives it: the body has been read, and the client address is verified. */
export interface WireRequest {
  method: string
  /** The path with the service's prefix, such as `/rest/v1/products`. */
  path: string
  /** The query string without the question mark. */
  query: string
  /** Headers by name in lower case. */
  headers: Record<string, string>
  body: Uint8Array | null
  /** The body as a stream, for a service that reads it itself (`streamsRequestBody`). `body` is null in this case. */
  stream?: AsyncIterable<Uint8Array> | undefined
  clientAddress: string
  /** True when this process itself makes the request: it does not queue behind those of visitors. */
  isInternal?: boolean
  isAborted?: () => boolean
}

export interface WireResponse {
  status: number
  headers: Record<string, string>
  /** Values of `Set-Cookie` headers, which cannot be joined into one header. */
  cookies?: readonly string[]
  /** An AsyncIterable is streamed: each chunk is produced as it is sent. */
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

/**
 * Returns true for paths of the storage service, which reads bodies as streams and sets its own limits, because files may be larger
 * than memory.
 */
export function streamsRequestBody(path: string): boolean {
  return path.startsWith('/storage/v1/')
}

export function createJsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): WireResponse {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** Decodes a segment of a URL path. Returns null when its encoding is invalid. */
export function decodePathSegment(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

interface ErrorDetails {
  details?: unknown
  hint?: string | null | undefined
  /** Reasons for which a password is weak: `length`, `characters`, `pwned`. */
  reasons?: string[]
  headers?: Record<string, string>
}

/** An error response; each service formats it in its own way. Thrown inside a transaction it rolls the transaction back. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly more: ErrorDetails

  constructor(status: number, code: string, message: string, more: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

export type WireHandler = (request: WireRequest) => Promise<WireResponse>

/** The part of pino's logger interface that the backend uses. */
export interface Logger {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}
