declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST'
    path: string
    headers?: Record<string, string>
    body?: string
  }

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: Request[]
    excludeErrorStats?: boolean
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
