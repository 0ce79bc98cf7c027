/** A request as the backend sees it: already read, with the judged client address. */
export interface WireRequest {
  method: string
  /** With the mount, e.g. `/rest/v1/products`. */
  path: string
  /** Without the question mark. */
  query: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array | null
  clientAddress: string
  /** Asked by a program of this process, which waits behind no visitor. */
  isOwn?: boolean
  /** Whether the visitor has hung up. */
  isGone?: () => boolean
}

export interface WireResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array | null
}

export type WireHandler = (request: WireRequest) => Promise<WireResponse>

/** The part of pino that the backend uses. */
export interface Logger {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}
