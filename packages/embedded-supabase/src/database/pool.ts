import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient } from 'pg'
import { type Connection, type Lease, openConnection } from './connection.ts'
import { DatabaseUnreachableError, NoSessionError } from './errors.ts'

export interface PoolSettings {
  max: number
  /** ms after which a statement that has not been answered is given up, and its connection with it. */
  ceiling: number
  types: CustomTypesConfig
  /** ms that a caller waits for a connection, his turn included. */
  patience?: number
  onLease?: ((times: LeaseTimes) => void) | undefined
}

/** The time that a caller waited for a connection, and then used it; ms. */
export interface LeaseTimes {
  waited: number
  used: number
}

export type ConnectionPool = ReturnType<typeof openPool>

/** ms for a connection to be made. */
export const connectTimeout = 5000
const usualPatience = 10_000
const idleTimeout = 300_000
const longestGoodbye = 5000

export function openPool(target: ClientConfig, settings: PoolSettings) {
  const pool = makePool(target, settings)
  const open = new Set<PoolClient>()
  const generations = new WeakMap<PoolClient, number>()
  let current = 0

  pool.on('connect', (client) => {
    open.add(client)
    generations.set(client, current)
    handleLoss(client)
  })
  pool.on('remove', (client) => open.delete(client))
  // An idle connection was lost, and the pool has already removed it.
  pool.on('error', () => undefined)

  /** When one connection is lost, older ones may be dead as well, and each silent one would cost a full timeout. */
  function suspect(client: PoolClient): void {
    if (generations.get(client) === current) current += 1
  }

  async function takeSound(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw asUnavailable(error)
      })
      if (generations.get(client) === current) return client
      discard(client)
    }
  }

  async function take(): Promise<Lease> {
    const asked = performance.now()
    const client = await takeSound()
    const taken = performance.now()
    return {
      ...openConnection(client, () => suspect(client)),
      release: () => {
        settings.onLease?.({ waited: taken - asked, used: performance.now() - taken })
        if (isSound(client)) client.release()
        else discard(client)
      },
    }
  }

  /** @throws NoSessionError, DatabaseUnreachableError */
  async function use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const lease = await take()
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  /** Connections made before this are not leased again. */
  const renew = () => void (current += 1)
  return { take, use, renew, close: () => closePool(pool, open) }
}

function makePool(target: ClientConfig, settings: PoolSettings): Pool {
  const { max, ceiling, types, patience = usualPatience } = settings
  return new Pool({
    ...target,
    Client: PooledClient,
    max,
    types,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: ceiling,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: idleTimeout,
  })
}

function handleLoss(client: PoolClient): void {
  // Callers notice the loss because their statements fail; without a listener the event would end the process.
  client.on('error', () => undefined)
  // A goodbye on a line that has gone silent is never answered.
  const { stream } = client.connection
  stream.once('finish', () => setTimeout(() => stream.destroy(), longestGoodbye).unref())
}

async function closePool(pool: Pool, open: Set<PoolClient>): Promise<void> {
  const { promise: expired, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    for (const client of open) client.connection.stream.destroy()
    resolve()
  }, longestGoodbye)
  await Promise.race([pool.end(), expired])
  clearTimeout(timer)
}

/**
 * The pool's timeout covers waiting and connecting together; the attempt at a server that does not answer ends sooner. An
 * unreadable certificate is a failed connection: thrown from here it could end the process.
 */
class PooledClient extends Client {
  declare private readonly fault: unknown

  constructor(config: ClientConfig = {}) {
    // The pool hides the password from a copy.
    const { password } = config
    try {
      super({ ...config, password, connectionTimeoutMillis: connectTimeout })
    } catch (error) {
      super()
      this.fault = error
    }
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    const { fault } = this
    if (callback === undefined) return fault === undefined ? super.connect() : Promise.reject(fault)
    if (fault instanceof Error) process.nextTick(() => callback(fault))
    else super.connect(callback)
  }
}

/** Returns true for a connected client without an open transaction. */
function isSound(client: PoolClient): boolean {
  return client.connection.stream.writable && client.getTransactionStatus() === 'I'
}

function discard(client: PoolClient): void {
  client.connection.stream.destroy()
  client.release(true)
}

/** The driver marks a wait that was too long only by its message. */
function asUnavailable(error: unknown): Error {
  const isBusy = error instanceof Error && error.message.startsWith('timeout exceeded')
  return isBusy ? new NoSessionError(error) : new DatabaseUnreachableError(error)
}
