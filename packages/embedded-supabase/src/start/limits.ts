import * as v from 'valibot'

const whole = v.pipe(v.number(), v.integer(), v.minValue(1))
const limit = v.optional(whole)

const queue = v.optional(
  v.strictObject({
    /** Maximum of requests that run at once, in all and per address. */
    slots: limit,
    perAddress: limit,
    /** Maximum of queued requests, per address and in all. */
    waitingPerAddress: limit,
    waitingInAll: limit,
    /** Maximum milliseconds that a request is queued. */
    timeoutMs: limit,
  }),
)

/** Limits that `startBackend` accepts; all are optional. Rate limits and the maximum of rows are settings of `config.toml`. */
export const limitsSchema = v.strictObject({
  /** Maximum bytes of a request body other than an uploaded file; 1,000,000 by default. */
  bodyBytes: limit,
  /** Maximum bytes of a request body, by function name. */
  functionBodyBytes: v.optional(v.record(v.string(), whole)),
  /**
   * Number of connections to PostgreSQL: `owner` for the server's own work (6 by default), `visitors` for sign-in (7), `rest` for
   * REST and storage (16).
   */
  connections: v.optional(v.strictObject({ owner: limit, visitors: limit, rest: limit })),
  /** Limits of the request queues, which share the connections fairly among addresses. */
  queues: v.optional(
    v.strictObject({ rest: queue, auth: queue, functions: queue, storage: queue, realtime: queue }),
  ),
  realtime: v.optional(
    v.strictObject({
      connections: limit,
      connectionsPerAddress: limit,
      connectionsPerAccount: limit,
      channels: limit,
      messageBytes: limit,
      messageRate: limit,
      messageBurst: limit,
    }),
  ),
  /** Limits of password hashing: the cost of bcrypt (10 by default), the number of threads, and the maximum of queued passwords. */
  passwords: v.optional(v.strictObject({ cost: limit, threads: limit, queue: limit })),
})

export type Limits = v.InferInput<typeof limitsSchema>
