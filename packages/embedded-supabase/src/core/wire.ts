/** A request as the backend sees it: already read, with the verified client address. */
export interface WireRequest {
  method: string
  /** With the mount, e.g. `/rest/v1/products`. */
  path: string
  /** Without the question mark. */
  query: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array | null
  /** The body as a stream, for a service that reads it itself (`readsItsBody`); `body` is null then. */
  stream?: AsyncIterable<Uint8Array> | undefined
  clientAddress: string
  /** The request comes from a program of this process, and does not queue behind visitors. */
  isInternal?: boolean
  /** Returns true when the client has disconnected. */
  isAborted?: () => boolean
}

export interface WireResponse {
  status: number
  headers: Record<string, string>
  /** Each is a header of its own: they cannot be put into one. */
  cookies?: readonly string[]
  /** An iterable is produced while it is sent. */
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

/** The storage takes files larger than memory may hold, and sets its own limits. */
export function readsItsBody(path: string): boolean {
  return path.startsWith('/storage/v1/')
}

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): WireResponse {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** A part of a path as it was meant; null when it is not encoded properly. */
export function decodePart(part: string): string | null {
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
  /** Why a password is weak: `length`, `characters`, `pwned`. */
  reasons?: string[]
  headers?: Record<string, string>
}

/** An answer other than success, which each service writes in its own form. Thrown inside a transaction it takes that back. */
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

/** The part of pino that the backend uses. */
export interface Logger {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}
