import { setTimeout as pause } from 'node:timers/promises'
import { toLogFields, isUnreachable } from '../database/errors.ts'
import type { Sql } from '../database/sql.ts'
import type { Caller } from '../core/keys.ts'
import type { Logger } from '../core/wire.ts'
import { Refusal, writeFrame } from './frames.ts'
import type { Relation, RowValues, RowChange } from './stream.ts'
import type { TopicListener } from './topics.ts'
import type { ChangeSubscription } from './watches.ts'

interface Watching {
  listener: TopicListener
  /** The number of the subscription in the client's join, from 1. */
  position: number
}

interface Judged {
  n: number
  subscriptions: string[]
  data: string
}

/** Maximum of changes that are authorised together, and of changes that are queued before the stream is paused. */
const [together, mostWaiting] = [500, 2000]
/** Maximum milliseconds of the pause between two rounds of authorising changes. */
const longestRest = 1000

/** Sends changes of rows to the subscribers whom the policies allow to see them. */
export class Changes {
  readonly #sql: Sql
  readonly #slot: string
  readonly #log: Logger
  /** Subscriptions by the table's oid and the subscription's id. */
  readonly #tables = new Map<number, Map<string, Watching>>()
  #waiting: RowChange[] = []
  #running: Promise<void> | null = null

  constructor(sql: Sql, slot: string, log: Logger) {
    this.#sql = sql
    this.#slot = slot
    this.#log = log
  }

  /**
   * Subscribes to changes. `end` unsubscribes; the caller must then delete the ids that it returns from the database (`unwatch`).
   * @param most maximum of tables
   * @throws DatabaseError when a table or column does not exist
   * @throws Refusal when there are more tables than `most`
   */
  async watch(
    listener: TopicListener,
    watches: ChangeSubscription[],
    { role, claims }: Caller,
    most: number,
  ): Promise<{ end: () => string[]; tables: number }> {
    const found = await this.#sql<{ id: string; entity: string; position: number }[]>`
      select s.id, s.entity, w.position::int from jsonb_array_elements(${this.#sql.json(watches)}) with ordinality as w (wanted, position)
      cross join realtime.subscribe(${this.#slot}, w.wanted, ${role}, ${this.#sql.json(claims)}) s`
    if (found.length > most) {
      await this.unwatch(found.map(({ id }) => id))
      throw new Refusal('ChannelRateLimitReached: Too many tables are watched')
    }
    for (const { id, entity, position } of found) {
      const watching = this.#tables.get(Number(entity)) ?? new Map()
      this.#tables.set(Number(entity), watching.set(id, { listener, position }))
    }
    const end = () => {
      for (const { id, entity } of found) {
        const watching = this.#tables.get(Number(entity))
        watching?.delete(id)
        if (watching?.size === 0) this.#tables.delete(Number(entity))
      }
      return found.map(({ id }) => id)
    }
    return { end, tables: found.length }
  }

  /** Deletes the database rows that `watch` has written. */
  async unwatch(ids: string[]): Promise<void> {
    await this.#sql`delete from realtime.subscription where id = any(${ids}::bigint[])`
  }

  /** Queues a change. Returns a promise when the queue is full, which resolves when it has room again. */
  hear(change: RowChange): Promise<void> | void {
    if (!this.#tables.has(oidOf(change.relation))) return
    this.#waiting.push(change)
    this.#running ??= this.#run()
    return this.#waiting.length < mostWaiting ? undefined : this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const start = performance.now()
      const changes = this.#waiting.slice(0, together)
      this.#waiting = this.#waiting.slice(together)
      const byTable = Map.groupBy(changes.entries(), ([, { relation }]) => oidOf(relation))
      const told: (() => void)[][] = changes.map(() => [])
      for (const [table, some] of byTable)
        for (const judged of await this.#judge(table, some))
          told[judged.n]?.push(() => this.#tell(table, judged))
      for (const tell of told.flat()) tell()
      // Changes that arrive during this pause are authorised together, which costs little more than one. The pause is three times
      // as long as the work, so authorising takes a quarter of the time at most.
      await pause(Math.min(3 * (performance.now() - start), longestRest), undefined, { ref: false })
    }
    this.#running = null
  }

  async #judge(table: number, changes: [number, RowChange][]): Promise<Judged[]> {
    try {
      const text = `[${changes.map(([n, change]) => writeChange(n, change)).join(',')}]`
      return await this.#sql<Judged[]>`
        select n, subscriptions, data from realtime.authorise_changes(${this.#slot}, ${table}, ${text}::json)`
    } catch (error) {
      // When the database is unreachable the stream ends as well, which notifies all clients.
      if (isUnreachable(error)) return []
      this.#log.error({ ...toLogFields(error), table }, 'realtime: changes could not be judged')
      for (const { listener } of this.#tables.get(table)?.values() ?? []) listener.fail()
      return []
    }
  }

  #tell(table: number, { subscriptions, data }: Judged): void {
    const watching = subscriptions.flatMap((id) => this.#tables.get(table)?.get(id) ?? [])
    for (const [listener, some] of Map.groupBy(watching, ({ listener }) => listener)) {
      const ids = some.map(({ position }) => position).join(',')
      const payload = `{"ids":[${ids}],"data":${data}}`
      const { version, topic } = listener
      listener.tell(writeFrame(version, { topic }, 'postgres_changes', payload))
    }
  }
}

/** Returns a table's oid as an unsigned number. The replication library returns it signed. */
function oidOf({ relationOid }: Relation): number {
  return relationOid >>> 0
}

function writeChange(n: number, { relation, type, row, old, at, xid }: RowChange): string {
  const [record, before] = [row, old].map((some) => some && writeRow(relation, some))
  return `{"n":${n},"xid":${xid},"type":"${type}","at":"${new Date(at).toISOString()}","record":${record},"old":${before}}`
}

const jsonTypes = new Set([114, 3802])

/** Formats a row as JSON. A long (TOASTed) value that did not change is missing in the log, and is left out. */
function writeRow({ columns }: Relation, row: RowValues): string {
  const parts = columns.flatMap(({ name, typeOid }) => {
    const value = row[name]
    if (value === undefined) return []
    const isJson = value !== null && jsonTypes.has(typeOid)
    return `${JSON.stringify(name)}:${isJson ? value : JSON.stringify(value)}`
  })
  return `{${parts.join(',')}}`
}
