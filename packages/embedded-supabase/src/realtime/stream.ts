import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import { DatabaseUnreachableError, toLogFields } from '../database/errors.ts'
import type { Logger } from '../core/wire.ts'

export type Relation = Pgoutput.MessageRelation
/** The values of a row by column name, as PostgreSQL's text. */
export type RowValues = Record<string, string | null | undefined>

/** A change of a row. `old` is the old row's key or, with replica identity full, the whole old row. */
export interface RowChange {
  relation: Relation
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  row: RowValues | null
  old: RowValues | null
  /** Time of the commit, in milliseconds since 1970. */
  at: number
  /** The transaction's number (xid) in PostgreSQL's log. */
  xid: number
}

export interface StreamReader {
  /** Called for each change. The stream waits for a returned promise; until then changes stay in the database. */
  onChange: (change: RowChange) => Promise<void> | void
  /** Called with the content of each `pg_logical_emit_message` that has the service's prefix. */
  onMessage: (content: Buffer) => void
  /** Called each time the stream starts. */
  onStart: () => Promise<void>
  /** Called when the stream is lost. Changes are missed from then on, until the stream starts again. */
  onLost: () => void
}

export interface ChangeStream {
  /** Resolves when the stream is running. @throws DatabaseUnreachableError after a timeout */
  ready: () => Promise<void>
  close: () => void
}

export const messagePrefix = 'realtime'
const publications = ['supabase_realtime', 'supabase_realtime_messages_publication']
/** Milliseconds between two checks that the connection is alive, and until such a check fails without a response. */
const pulse = 5000
const [patience, longestDelay] = [8000, 5000]

/**
 * Streams a database's committed changes from the write-ahead log, through a temporary replication slot that exists as long as the
 * connection. Connects at the first use, and again when the connection is lost.
 */
export function createChangeStream(
  target: ClientConfig,
  slot: string,
  reader: StreamReader,
  log: Logger,
): ChangeStream {
  let flowing = Promise.withResolvers<void>()
  let [isRunning, isClosed, isFlowing] = [false, false, false]
  let fault = 'it has not answered yet'
  let close = () => {}

  async function follow(hasFailed: boolean): Promise<void> {
    const line = openLine(target, slot, reader)
    close = line.close
    await line.started
    await reader.onStart()
    if (hasFailed) log.info({}, 'realtime: hears the database again')
    isFlowing = true
    flowing.resolve()
    await line.ended
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let failures = 0; !isClosed; failures += 1) {
      try {
        await follow(failures > 0)
      } catch (error) {
        fault = explain(error)
        if (isFlowing) failures = 0
        if (failures === 0 && !isClosed) log.warn(toLogFields(error), `realtime: ${fault}`)
      }
      close()
      if (isFlowing) reader.onLost()
      if (isFlowing) flowing = Promise.withResolvers()
      isFlowing = false
      await pause(Math.min(longestDelay, 200 * 2 ** failures), undefined, { ref: false })
    }
  }

  return {
    ready: async () => {
      if (!isRunning) void run()
      const late = pause(patience, 'late', { ref: false })
      if ((await Promise.race([flowing.promise, late])) === 'late')
        throw new DatabaseUnreachableError(new Error(fault))
    },
    close: () => {
      isClosed = true
      close()
    },
  }
}

/** Explanations for errors about features that a self-managed server may lack, by SQLSTATE. Its owner can enable these. */
const lacks = new Map([
  ['55000', 'live changes need PostgreSQL to run with wal_level=logical, and it does not'],
  ['42501', 'live changes need a database role with REPLICATION, and that of DATABASE_URL has not'],
  ['53400', 'live changes need a free replication slot (max_replication_slots)'],
])

function explain(error: unknown): string {
  return (
    lacks.get(toLogFields(error).code) ??
    'the connection that hears of changes is lost, trying again'
  )
}

/** Opens a connection with a temporary replication slot. */
function openLine(target: ClientConfig, slot: string, reader: StreamReader) {
  const started = Promise.withResolvers<void>()
  const service = new LogicalReplicationService(target, {
    acknowledge: { auto: false, timeoutSeconds: 10 },
    flowControl: { enabled: true },
  })
  const plugin = new TemporarySlot({
    protoVersion: 1,
    publicationNames: publications,
    messages: true,
  })
  let heardAt = performance.now()
  let transaction = { at: 0, xid: 0 }
  service.on('start', () => started.resolve())
  service.on('heartbeat', () => void (heardAt = performance.now()))
  // The promise of `subscribe` reports the error; without this listener the event would end the process.
  service.on('error', () => undefined)
  service.on('data', (_: string, message: Pgoutput.Message) => {
    heardAt = performance.now()
    if (message.tag === 'begin')
      transaction = { at: Number(message.commitTime.valueOf() / 1000n), xid: message.xid >>> 0 }
    if (message.tag === 'message' && message.prefix === messagePrefix)
      reader.onMessage(Buffer.from(message.content))
    const change = changeIn(message)
    return change && reader.onChange({ ...change, ...transaction })
  })
  const close = () => {
    clearInterval(timer)
    plugin.client?.connection.stream.destroy()
    // Closing politely fails on a connection that is already lost.
    void service.destroy().catch(() => undefined)
  }
  const timer = setInterval(() => {
    if (performance.now() - heardAt > 2 * pulse) return close()
    void service.acknowledge(service.lastLsn(), true)
  }, pulse)
  const ended = service.subscribe(plugin, slot).then(() => {
    throw new Error('The connection ended')
  })
  ended.catch(started.reject)
  started.promise.catch(() => undefined)
  return { started: started.promise, ended, close }
}

function changeIn(message: Pgoutput.Message): Omit<RowChange, 'at' | 'xid'> | undefined {
  if (message.tag === 'insert')
    return { relation: message.relation, type: 'INSERT', row: message.new, old: null }
  if (message.tag !== 'update' && message.tag !== 'delete') return undefined
  const { relation, old, key } = message
  if (message.tag === 'delete') return { relation, type: 'DELETE', row: null, old: old ?? key }
  const { new: row } = message
  // PostgreSQL only sends the old key when it has changed; otherwise it equals the new row's key.
  const sameKey = Object.fromEntries(relation.keyColumns.map((name) => [name, row[name]]))
  return { relation, type: 'UPDATE', row, old: old ?? key ?? sameKey }
}

class TemporarySlot extends PgoutputPlugin {
  client: Client | null = null

  override async start(client: Client, slot: string, position: string): Promise<unknown> {
    this.client = client
    await client.query(
      `CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    )
    return super.start(client, slot, position)
  }

  /** Keeps values as PostgreSQL's text, because JavaScript's numbers and dates are less precise. */
  override parse(buffer: Buffer): Pgoutput.Message {
    const message = super.parse(buffer)
    if (message.tag === 'relation')
      for (const column of message.columns) column.parser = (text: string) => text
    return message
  }
}
