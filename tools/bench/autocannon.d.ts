declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST'
    path: string
    headers?: Record<string, string>
    body?: string
  }

  /** A connection; not documented beyond its methods. */
  interface Client {
    pipelinedRequests: { addBody: (data: Uint8Array) => void }
    /** What it makes in turn from now on. */
    setRequests: (requests: Request[]) => void
  }

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: Request[]
    excludeErrorStats?: boolean
    /** Called with each connection before it is used. */
    setupClient?: (client: Client) => void
  }

  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    /** Seconds. */
    duration: number
  }

  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: object, statusCode: number, bytes: number, responseTime: number) => void,
    ): void
  }

  /** Loads a server; the result comes when the time is over. */
  export default function autocannon(options: Options): Instance
}
