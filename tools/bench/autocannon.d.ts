declare module 'autocannon' {
  interface Request {
    path: string
    method?: string
    headers?: Record<string, string>
    body?: string
  }

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: Request[]
    excludeErrorStats: boolean
    /** Puts another id for each "[<id>]" of a request. */
    idReplacement: boolean
    overallRate?: number
    connectionRate?: number
    /** Called with each connection before it is used; what it makes in turn from then on is not documented. */
    setupClient: (client: {
      pipelinedRequests: { addBody: (data: Uint8Array) => void }
      setRequests: (requests: Request[]) => void
    }) => void
  }

  /** Loads a server; the result comes when the time is over. */
  export default function autocannon(options: Options): PromiseLike<{
    errors: number
    duration: number
  }> & {
    on(
      event: 'response',
      listen: (client: object, status: number, bytes: number, ms: number) => void,
    ): void
  }
}
