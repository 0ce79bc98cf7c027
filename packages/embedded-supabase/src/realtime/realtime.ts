import { randomBytes } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { toRateLimitKey, getNetworkPrefix } from '../core/addresses.ts'
import { isForeignOrigin } from '../auth/origin.ts'
import { withConnectionOptions } from '../database/connect.ts'
import type { DatabaseConnection } from '../database/embedded.ts'
import { toLogFields, isUnreachable } from '../database/errors.ts'
import { FairQueue, NoSlotError } from '../queue/fair-queue.ts'
import { resolveCaller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import { createJsonResponse, type WireHandler } from '../core/wire.ts'
import { CrowdedError, createBatcher } from './batch.ts'
import { createBroadcasts } from './broadcasts.ts'
import { Changes } from './changes.ts'
import { type ConnectionRequest, closeCodes, Connection } from './connection.ts'
import { protocolVersions } from './frames.ts'
import { dropIdleConnections } from './make-room.ts'
import { createRateLimitPerAddress, type RealtimeLimits, defaultRealtimeLimits } from './limits.ts'
import { handleHttpBroadcast } from './over-http.ts'
import { createPresences } from './presences.ts'
import type { EndedChannel, RealtimeContext } from './service.ts'
import { createChangeStream, type RowChange } from './stream.ts'
import { createTopics } from './topics.ts'

export interface RealtimeOptions extends ServiceOptions {
  /** The database to stream changes from. Needs a role with REPLICATION, and wal_level=logical. */
  target: DatabaseConnection | URL
  limits?: Partial<RealtimeLimits>
}

export interface Realtime {
  /** Handles broadcasts by HTTP. */
  handle: WireHandler
  /** Accepts a websocket connection to `websocketPath`, or refuses it with an HTTP response. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) => void
  /** Notifies all clients that this process shuts down, without waiting for them to disconnect. */
  close: () => Promise<void>
}

export const websocketPath = '/realtime/v1/websocket'

/** Maximum of fragments of a websocket message. */
const mostPieces = 1000
/**
 * Milliseconds between two checks for expired tokens and silent connections, and between two removals of rows of ended processes.
 */
const [checking, tidying] = [1000, 10_000]
const shares = {
  slots: 3,
  staffSlots: 1,
  perAddress: 2,
  waitingPerAddress: 200,
  waitingInAll: 5000,
  heldInAll: 100_000_000,
  timeoutMs: 8000,
}

/**
 * Creates the Realtime service: broadcasts, presence and changes of rows over websockets, with the protocol of
 * `@supabase/realtime-js`.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { log, clock } = options
  const limits = { ...defaultRealtimeLimits, ...options.limits }
  const connections = new Set<Connection>()
  // An option of `ws` that its types do not include, so it is spread in.
  const patience = { closeTimeout: limits.goodbye }
  const server = new WebSocketServer({
    ...patience,
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    // Limits the fragments of a message, because each takes memory in addition to its bytes.
    maxFragments: mostPieces,
    maxBufferedChunks: mostPieces,
  })
  const service = createService(options, limits, {
    onLost: () => {
      // Clients connect again, and reload the data whose changes they may have missed.
      for (const connection of connections)
        connection.close(closeCodes.restart, 'The database was lost')
    },
    onRightsChanged: (userId) => {
      for (const connection of connections) connection.recheck(userId)
    },
  })
  let isClosed = false
  const timers = [
    setInterval(() => {
      const now = clock()
      for (const connection of connections) connection.check(now)
    }, checking),
    setInterval(() => {
      if (connections.size > 0) void tidy(service)
    }, tidying),
  ]
  for (const timer of timers) timer.unref()

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) {
    // Without this listener an `error` event would end the process.
    socket.on('error', () => undefined)
    const asked = readRequest(service, request, clientAddress)
    if (isClosed) return refuse(socket, 503, 'Realtime is restarting, please standby')
    if ('fault' in asked) return refuse(socket, asked.status, asked.fault)
    dropIdleConnections(connections, asked, limits)
    server.handleUpgrade(request, socket, head, (websocket) => {
      const connection = new Connection(service, websocket, asked)
      connections.add(connection)
      websocket.on('close', () => connections.delete(connection))
    })
  }

  return {
    upgrade,
    handle: async (request) => {
      try {
        const { clientAddress: address, isAborted, body } = request
        const asker = { address, isAborted, bytes: body?.byteLength }
        return await service.shares.use(asker, () => handleHttpBroadcast(service, request))
      } catch (error) {
        if (error instanceof NoSlotError || error instanceof CrowdedError)
          return createJsonResponse(
            429,
            { message: 'You have exceeded your rate limit' },
            { 'retry-after': '1' },
          )
        if (!isUnreachable(error)) log.error(toLogFields(error), 'realtime: could not answer')
        return createJsonResponse(503, {
          message: 'Realtime was unable to connect to the project database',
        })
      }
    },
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const connection of connections) connection.close(closeCodes.away, 'Going away')
      // Resolves after the rows of all connections have been deleted, because batches run in order.
      await service.leave({})
      service.end()
    },
  }
}

function createService(
  options: RealtimeOptions,
  limits: RealtimeLimits,
  { onLost, onRightsChanged }: { onLost: () => void; onRightsChanged: (userId: string) => void },
): RealtimeContext & { end: () => void } {
  const { sql, log, target } = options
  // The name of the replication slot, by which rows in the database belong to this process.
  const slot = `realtime_${randomBytes(8).toString('hex')}`
  const topics = createTopics()
  const presences = createPresences(sql, slot, topics)
  const changes = new Changes(sql, slot, log)
  const broadcasts = createBroadcasts(sql, topics, onRightsChanged)
  const reader = {
    onMessage: broadcasts.hear,
    onChange: (change: RowChange) => {
      const { schema, name } = change.relation
      if (schema !== 'realtime') return changes.hear(change)
      if (name === 'presences') presences.hear(change)
      if (name === 'messages' && change.type === 'INSERT' && change.row)
        broadcasts.hearRow(change.row)
    },
    onStart: () => tidy(options),
    onLost,
  }
  const stream = createChangeStream(
    withConnectionOptions(target, '-c statement_timeout=0'),
    slot,
    reader,
    log,
  )
  const remove = createBatcher<EndedChannel>(async (all) => {
    await changes.unwatch(all.flatMap(({ watched = [] }) => watched))
    await presences.untrack(all.flatMap(({ tracked = [] }) => tracked))
  })
  const leave = (leaving: EndedChannel) =>
    remove(leaving).catch((error: unknown) => {
      // Rows that remain are deleted by another process or a later start (`tidy`).
      if (!isUnreachable(error))
        log.warn(toLogFields(error), 'realtime: a channel has left rows behind')
    })
  const { ready, close: end } = stream
  const maySend = createRateLimitPerAddress(limits.letterRate, limits.letterBurst, options.clock)
  const shared = { limits, maySend, topics, changes, presences, broadcasts, leave, ready, end }
  return {
    ...options,
    ...shared,
    shares: new FairQueue({ ...shares, ...options.queues?.realtime }),
  }
}

/** Deletes old messages, and rows of ended processes or of channels whose rows could not be deleted when they ended. */
async function tidy({ sql, log }: Pick<RealtimeContext, 'sql' | 'log'>): Promise<void> {
  try {
    await sql`
      with living as (select slot_name::text from pg_replication_slots where active),
        presences as (delete from realtime.presences where slot not in (select slot_name from living)),
        messages as (delete from realtime.messages where inserted_at < now() - interval '3 days')
      delete from realtime.subscription where slot not in (select slot_name from living)`
  } catch (error) {
    if (!isUnreachable(error)) log.warn(toLogFields(error), 'realtime: could not be tidied')
  }
}

function readRequest(
  service: RealtimeContext,
  request: IncomingMessage,
  clientAddress: string,
): ConnectionRequest | { status: number; fault: string } {
  const { keys, clock } = service
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const parameters = new URLSearchParams(query)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers[name] = value
  // HTTP/1.1 requires the Host header, but Node does not check it for requests to upgrade.
  if (headers['host'] === undefined) return { status: 400, fault: 'A request is for one host' }
  // A page of another site could otherwise act on behalf of the user who opens the page.
  if (isForeignOrigin(service, { method: 'POST', path, query, headers, body: null, clientAddress }))
    return { status: 403, fault: 'Requests from other sites are refused' }
  const vsn = parameters.get('vsn') ?? '1.0.0'
  const version = protocolVersions.find((one) => one === vsn)
  if (version === undefined) return { status: 400, fault: 'The protocol is 1.0.0 or 2.0.0' }
  const apikey = headers['x-api-key'] ?? parameters.get('apikey') ?? ''
  const resolved = resolveCaller(keys, { apikey }, clock())
  if ('refusal' in resolved) return { status: 401, fault: resolved.refusal.body.message }
  const address = toRateLimitKey(clientAddress)
  const network = getNetworkPrefix(clientAddress) ?? address
  return { caller: resolved.caller, version, clientAddress, address, network }
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
