import * as v from 'valibot'

const whole = v.pipe(v.number(), v.integer(), v.minValue(1))
const limit = v.optional(whole)

const queue = v.optional(
  v.strictObject({
    /** Requests that run at once, and how many of them may come from one address. */
    slots: limit,
    perAddress: limit,
    /** Requests that wait, from one address and in all. */
    waitingPerAddress: limit,
    waitingInAll: limit,
    /** ms that a request waits at most. */
    timeoutMs: limit,
  }),
)

/** Limits of `startBackend`, each with a default. Limits of rates and rows are settings of `config.toml`. */
export const limitsSchema = v.strictObject({
  /** Bytes of the largest body of a request that is not a file: 1,000,000. */
  bodyBytes: limit,
  /** Bytes of the largest body of single functions, by name. */
  functionBodyBytes: v.optional(v.record(v.string(), whole)),
  /** Connections to PostgreSQL: for the server's own work (6), for sign-in (7), for REST and storage (16). */
  connections: v.optional(v.strictObject({ owner: limit, visitors: limit, rest: limit })),
  /** Queues of requests, which share the connections fairly among addresses. */
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
  /** bcrypt: its cost (10), and the threads and the queue of the passwords that are hashed at once. */
  passwords: v.optional(v.strictObject({ cost: limit, threads: limit, queue: limit })),
})

export type Limits = v.InferInput<typeof limitsSchema>
