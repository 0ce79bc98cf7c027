import { randomBytes } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { limitedAddress, getNetwork } from '../core/addresses.ts'
import { isForeign } from '../auth/origin.ts'
import { withOptions } from '../database/connect.ts'
import type { DatabaseConnection } from '../database/embedded.ts'
import { toLogFields, isUnreachable } from '../database/errors.ts'
import { FairQueue, NoSlotError } from '../queue/fair-queue.ts'
import { resolveCaller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import { json, type WireHandler } from '../core/wire.ts'
import { CrowdedError, createBatch } from './batch.ts'
import { createBroadcasts } from './broadcasts.ts'
import { Changes } from './changes.ts'
import { type Asked, codes, Connection } from './connection.ts'
import { versions } from './frames.ts'
import { dropIdleConnections } from './make-room.ts'
import { createAllowances, type RealtimeLimits, usualLimits } from './limits.ts'
import { answerBroadcast } from './over-http.ts'
import { createPresences } from './presences.ts'
import type { Leaving, Service } from './service.ts'
import { createStream, type RowChange } from './stream.ts'
import { createTopics } from './topics.ts'

export interface RealtimeOptions extends ServiceOptions {
  /** Changes are read by a role with REPLICATION, on a server with wal_level=logical. */
  target: DatabaseConnection | URL
  limits?: Partial<RealtimeLimits>
}

export interface Realtime {
  /** Broadcasts by HTTP. */
  handle: WireHandler
  /** Takes over a connection that asks for `websocketPath`, or answers why not. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) => void
  /** Notifies all clients that this process goes away, without waiting for them. */
  close: () => Promise<void>
}

export const websocketPath = '/realtime/v1/websocket'

/** Maximum of fragments of one message. */
const mostPieces = 1000
/** ms between two checks for expired clients, and for leftovers of killed processes. */
const [checking, tidying] = [1000, 10_000]
const shares = {
  slots: 3,
  staffSlots: 1,
  perAddress: 2,
  waitingPerAddress: 200,
  waitingInAll: 5000,
  timeoutMs: 8000,
}

/** Broadcasts, presence and changes of rows over websockets, as `@supabase/realtime-js` asks for them. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { log, clock } = options
  const limits = { ...usualLimits, ...options.limits }
  const connections = new Set<Connection>()
  // Which the types of `ws` do not know.
  const patience = { closeTimeout: limits.goodbye }
  const server = new WebSocketServer({
    ...patience,
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    // A message may come in many pieces, each of which takes memory beside its bytes.
    maxFragments: mostPieces,
    maxBufferedChunks: mostPieces,
  })
  const service = createService(options, limits, {
    onLost: () => {
      // Clients connect again, and read again the data that they may have missed.
      for (const connection of connections) connection.close(codes.restart, 'The database was lost')
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
    // Unheard, the event would end the process.
    socket.on('error', () => undefined)
    const asked = readRequest(service, request, clientAddress)
    if (isClosed) return refuse(socket, 503, 'Realtime is restarting, please standby')
    if ('fault' in asked) return refuse(socket, asked.status, asked.fault)
    if (!dropIdleConnections(connections, asked, limits))
      return refuse(socket, 429, 'Too many connected users')
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
        const asker = { address: request.clientAddress, isAborted: request.isAborted }
        return await service.shares.use(asker, () => answerBroadcast(service, request))
      } catch (error) {
        if (error instanceof NoSlotError || error instanceof CrowdedError)
          return json(429, { message: 'You have exceeded your rate limit' }, { 'retry-after': '1' })
        if (!isUnreachable(error)) log.error(toLogFields(error), 'realtime: could not answer')
        return json(503, { message: 'Realtime was unable to connect to the project database' })
      }
    },
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const connection of connections) connection.close(codes.away, 'Going away')
      // Runs after the rows of the connections have been removed.
      await service.leave({})
      service.end()
    },
  }
}

function createService(
  options: RealtimeOptions,
  limits: RealtimeLimits,
  { onLost, onRightsChanged }: { onLost: () => void; onRightsChanged: (userId: string) => void },
): Service & { end: () => void } {
  const { sql, log, target } = options
  // Names this process in the database.
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
  const stream = createStream(withOptions(target, '-c statement_timeout=0'), slot, reader, log)
  const remove = createBatch<Leaving>(async (all) => {
    await changes.unwatch(all.flatMap(({ watched = [] }) => watched))
    await presences.untrack(all.flatMap(({ tracked = [] }) => tracked))
  })
  const leave = (leaving: Leaving) =>
    remove(leaving).catch((error: unknown) => {
      // A later process removes the rows that remain.
      if (!isUnreachable(error))
        log.warn(toLogFields(error), 'realtime: a channel has left rows behind')
    })
  const { ready, close: end } = stream
  const maySend = createAllowances(limits.letterRate, limits.letterBurst, options.clock)
  const shared = { limits, maySend, topics, changes, presences, broadcasts, leave, ready, end }
  return {
    ...options,
    ...shared,
    shares: new FairQueue({ ...shares, ...options.queues?.realtime }),
  }
}

/** Removes rows that ended processes, and channels of this one that could not, have left in the database. */
async function tidy({ sql, log }: Pick<Service, 'sql' | 'log'>): Promise<void> {
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
  service: Service,
  request: IncomingMessage,
  clientAddress: string,
): Asked | { status: number; fault: string } {
  const { keys, clock } = service
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const parameters = new URLSearchParams(query)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers[name] = value
  // Node asks for it of all but those who want another protocol.
  if (headers['host'] === undefined) return { status: 400, fault: 'A request is for one host' }
  // A page of another site could otherwise act for the user who opens it.
  if (isForeign(service, { method: 'POST', path, query, headers, body: null, clientAddress }))
    return { status: 403, fault: 'Requests from other sites are refused' }
  const vsn = parameters.get('vsn') ?? '1.0.0'
  const version = versions.find((one) => one === vsn)
  if (version === undefined) return { status: 400, fault: 'The protocol is 1.0.0 or 2.0.0' }
  const apikey = headers['x-api-key'] ?? parameters.get('apikey') ?? ''
  const resolved = resolveCaller(keys, { apikey }, clock())
  if ('refusal' in resolved) return { status: 401, fault: resolved.refusal.body.message }
  const address = limitedAddress(clientAddress)
  const network = getNetwork(clientAddress) ?? address
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
