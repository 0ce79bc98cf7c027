import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient } from 'pg'
import { type Connection, type Lease, openConnection } from './connection.ts'
import { DatabaseUnreachableError, NoSessionError } from './errors.ts'

export interface PoolSettings {
  max: number
  /** Milliseconds after which a statement without a response is given up, and its connection is closed. */
  ceiling: number
  types: CustomTypesConfig
  /** Milliseconds that a caller waits for a connection, in the queue and while connecting. */
  patience?: number
  onLease?: ((times: LeaseTimes) => void) | undefined
}

/** Milliseconds for which a caller waited for a connection, and for which it then used the connection. */
export interface LeaseTimes {
  waited: number
  used: number
}

export type ConnectionPool = ReturnType<typeof openPool>

/** Milliseconds within which a connection must be established. */
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
  // Raised when an idle connection is lost; the pool has already removed it. Without this listener the event would end the process.
  pool.on('error', () => undefined)

  /** Discards all older connections after one was lost: they may be dead as well, and each dead one would cost a full timeout. */
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

  /** Lends a connection to `work`. @throws NoSessionError, DatabaseUnreachableError */
  async function use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const lease = await take()
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  /** Replaces all connections: those that exist now are closed instead of being leased again. */
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
  // Callers notice the loss because their statements fail; without this listener the event would end the process.
  client.on('error', () => undefined)
  // PostgreSQL's reply to a closing message never arrives on a dead connection, so the socket is destroyed after a while.
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
 * A client with a connect timeout of its own: the pool's timeout includes the wait in its queue and is longer. An unreadable
 * certificate becomes a failed `connect`: an error thrown by the constructor inside the pool could end the process.
 */
class PooledClient extends Client {
  declare private readonly fault: unknown

  constructor(config: ClientConfig = {}) {
    // `password` is copied by name, because the pool makes it non-enumerable, so a spread leaves it out.
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

/** Returns true when the client is connected and has no open transaction. */
function isSound(client: PoolClient): boolean {
  return client.connection.stream.writable && client.getTransactionStatus() === 'I'
}

function discard(client: PoolClient): void {
  client.connection.stream.destroy()
  client.release(true)
}

/** Converts an error of `pool.connect`. A timeout in the pool's queue can only be recognised by its message. */
function asUnavailable(error: unknown): Error {
  const isBusy = error instanceof Error && error.message.startsWith('timeout exceeded')
  return isBusy ? new NoSessionError(error) : new DatabaseUnreachableError(error)
}
