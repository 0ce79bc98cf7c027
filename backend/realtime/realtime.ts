import { randomBytes } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { limitedAddress } from '../addresses.ts'
import { isForeign } from '../auth/origin.ts'
import { withOptions } from '../database/connect.ts'
import type { DatabaseConnection } from '../database/embedded.ts'
import { forLog, isOutOfReach } from '../database/errors.ts'
import { FairShares, NoPlaceError } from '../fair-shares.ts'
import { resolveCaller } from '../keys.ts'
import type { ServiceOptions } from '../service-options.ts'
import { json, type WireHandler, type WireRequest } from '../wire.ts'
import { Batch, CrowdedError } from './batch.ts'
import { Broadcasts } from './broadcasts.ts'
import { Changes } from './changes.ts'
import { codes, Connection } from './connection.ts'
import type { Version } from './frames.ts'
import { type RealtimeLimits, usualLimits } from './limits.ts'
import { answerBroadcast } from './over-http.ts'
import { Presences } from './presences.ts'
import type { Leaving, Service } from './service.ts'
import { createStream, type RowChange } from './stream.ts'
import { Topics } from './topics.ts'

export interface RealtimeOptions extends ServiceOptions {
  /** Where changes are heard: a role that may replicate, on a server with wal_level=logical. */
  target: DatabaseConnection | URL
  limits?: Partial<RealtimeLimits>
}

export interface Realtime {
  /** Broadcasts by HTTP. */
  handle: WireHandler
  /** Takes over a connection that asks for `websocketPath`, or answers why not. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) => void
  /** Tells everybody that this process goes away, and waits for nobody. */
  close: () => Promise<void>
}

export const websocketPath = '/realtime/v1/websocket'

/** ms between two looks at who has expired, and at what killed processes have left behind. */
const [checking, tidying] = [1000, 10_000]
const shares = {
  places: 3,
  perAddress: 2,
  waitingPerAddress: 200,
  waitingInAll: 5000,
  patience: 8000,
}

/** Broadcasts, presence and changes of rows over websockets, as `@supabase/realtime-js` asks for them. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { log, clock } = options
  const limits = { ...usualLimits, ...options.limits }
  const connections = new Set<Connection>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
  })
  const service = createService(options, limits, () => {
    // They come again, and read anew what they may have missed.
    for (const connection of connections) connection.close(codes.restart, 'The database was lost')
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
    const address = limitedAddress(clientAddress)
    const asked = readRequest(service, request, clientAddress)
    if (isClosed) return refuse(socket, 503, 'Realtime is restarting, please standby')
    if ('fault' in asked) return refuse(socket, asked.status, asked.fault)
    const near = [...connections].filter((one) => one.address === address).length
    if (connections.size >= limits.connections || near >= limits.connectionsPerAddress)
      return refuse(socket, 429, 'Too many connected users')
    server.handleUpgrade(request, socket, head, (websocket) => {
      const connection = new Connection(service, websocket, { ...asked, address })
      connections.add(connection)
      websocket.on('close', () => connections.delete(connection))
    })
  }

  return {
    upgrade,
    handle: async (request) => {
      try {
        const asker = { address: request.clientAddress, isGone: request.isGone }
        return await service.shares.use(asker, () => answerBroadcast(service, request))
      } catch (error) {
        if (error instanceof NoPlaceError || error instanceof CrowdedError)
          return json(429, { message: 'You have exceeded your rate limit' }, { 'retry-after': '1' })
        if (!isOutOfReach(error)) log.error(forLog(error), 'realtime: could not answer')
        return json(503, { message: 'Realtime was unable to connect to the project database' })
      }
    },
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const connection of connections) connection.close(codes.away, 'Going away')
      // After what the connections left has been removed.
      await service.leavings.add({ watched: [], tracked: null }).catch((error: unknown) => {
        if (!isOutOfReach(error)) throw error
      })
      await service.end()
    },
  }
}

function createService(
  options: RealtimeOptions,
  limits: RealtimeLimits,
  onLost: () => void,
): Service & { end: () => Promise<void> } {
  const { sql, log, target } = options
  const slot = `realtime_${randomBytes(8).toString('hex')}`
  const topics = new Topics()
  const presences = new Presences(sql, slot, topics)
  const changes = new Changes(sql, slot, log)
  const broadcasts = new Broadcasts(sql, topics)
  const reader = {
    onMessage: (content: Buffer) => broadcasts.hear(content),
    onChange: (change: RowChange) => {
      const { schema, name } = change.relation
      if (schema !== 'realtime') return changes.hear(change)
      if (name === 'presences') presences.hear(change)
      if (name === 'messages' && change.type === 'INSERT' && change.row)
        broadcasts.hearRow(change.row)
    },
    onStart: () => tidy(service),
    onLost,
  }
  const stream = createStream(withOptions(target, '-c statement_timeout=0'), slot, reader, log)
  const leavings = new Batch<Leaving>(async (all) => {
    await changes.unwatch(all.flatMap(({ watched }) => watched))
    await presences.untrack(all.flatMap(({ tracked }) => tracked ?? []))
  })
  const service = {
    ...options,
    slot,
    limits,
    topics,
    changes,
    presences,
    broadcasts,
    leavings,
    shares: new FairShares(shares),
    ready: stream.ready,
    end: stream.close,
  }
  return service
}

/** Removes what processes that are gone, and channels of this one that could not, have left in the database. */
async function tidy({ sql, log }: Pick<Service, 'sql' | 'log'>): Promise<void> {
  try {
    await sql`
      with living as (select slot_name::text from pg_replication_slots where active),
        presences as (delete from realtime.presences where slot not in (select slot_name from living)),
        messages as (delete from realtime.messages where inserted_at < now() - interval '3 days')
      delete from realtime.subscription where slot not in (select slot_name from living)`
  } catch (error) {
    if (!isOutOfReach(error)) log.warn(forLog(error), 'realtime: could not be tidied')
  }
}

type Asked = Pick<Connection, 'caller' | 'version'> | { status: number; fault: string }

function readRequest(service: Service, request: IncomingMessage, clientAddress: string): Asked {
  const [, query = ''] = (request.url ?? '').split('?', 2)
  const asked = new URLSearchParams(query)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers[name] = value
  // A page of another site could otherwise speak for whoever looks at it.
  const wire: WireRequest = {
    method: 'POST',
    path: websocketPath,
    query,
    headers,
    body: null,
    clientAddress,
  }
  if (isForeign(service.siteUrl, wire))
    return { status: 403, fault: 'Requests from other sites are refused' }
  const version = versionOf(asked.get('vsn') ?? '1.0.0')
  if (version === null) return { status: 400, fault: 'The protocol is 1.0.0 or 2.0.0' }
  const apikey = headers['x-api-key'] ?? asked.get('apikey') ?? ''
  if (apikey === '') return { status: 401, fault: 'API key is missing' }
  const resolved = resolveCaller(service.keys, { apikey }, service.clock())
  if ('refusal' in resolved) return { status: 401, fault: 'The token provided is not a valid JWT' }
  return { caller: resolved.caller, version }
}

function versionOf(given: string): Version | null {
  const [, major] = /^([12])\.0\.\d+$/.exec(given) ?? []
  if (major === undefined) return null
  return major === '1' ? '1.0.0' : '2.0.0'
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
