import { forLog, isOutOfReach } from '../database/errors.ts'
import type { Sql } from '../database/sql.ts'
import type { Caller } from '../keys.ts'
import type { Logger } from '../wire.ts'
import { type Version, type Words, writeFrame } from './frames.ts'
import type { Relation, Row, RowChange } from './stream.ts'
import type { Listener } from './topics.ts'
import type { Watch } from './watches.ts'

interface Watching {
  listener: Listener
  /** The client's number for it, from 1. */
  position: number
  table: number
}

interface Judged {
  n: number
  subscriptions: string[]
  data: string
}

/** How many changes are judged together, and for how many the stream is let run ahead. */
const [together, mostWaiting] = [50, 2000]

/** Tells those who watch a table what has changed, each as far as the policies let them see it. */
export class Changes {
  readonly #sql: Sql
  readonly #slot: string
  readonly #log: Logger
  readonly #watching = new Map<string, Watching>()
  /** How many watch it, by table. */
  readonly #tables = new Map<number, number>()
  #waiting: RowChange[] = []
  #running: Promise<void> | null = null

  constructor(sql: Sql, slot: string, log: Logger) {
    this.#sql = sql
    this.#slot = slot
    this.#log = log
  }

  /**
   * Begins to tell what is watched; returns what ends it.
   * @throws DatabaseError when the database has no such tables or columns
   */
  async watch(
    listener: Listener,
    watches: Watch[],
    { role, claims }: Caller,
  ): Promise<() => string[]> {
    const found = await this.#sql.begin(async (tx) => {
      const all: { id: string; entity: string; position: number }[] = []
      for (const [index, { schema, table, event, filters, columns }] of watches.entries()) {
        const rows = await tx<{ id: string; entity: string }[]>`
          select id, entity from realtime.subscribe(${this.#slot}, ${schema}, ${table}, ${event},
            ${tx.json(filters)}, ${columns}::text[], ${role}, ${tx.json(claims)})`
        for (const row of rows) all.push({ ...row, position: index + 1 })
      }
      return all
    })
    for (const { id, entity, position } of found) {
      const table = Number(entity)
      this.#watching.set(id, { listener, position, table })
      this.#tables.set(table, (this.#tables.get(table) ?? 0) + 1)
    }
    return () => found.map(({ id }) => id).filter((id) => this.#forget(id))
  }

  /** Removes what `watch` noted in the database. */
  async unwatch(ids: string[]): Promise<void> {
    await this.#sql`delete from realtime.subscription where id = any(${ids}::bigint[])`
  }

  #forget(id: string): boolean {
    const known = this.#watching.get(id)
    if (known === undefined) return false
    this.#watching.delete(id)
    const left = (this.#tables.get(known.table) ?? 1) - 1
    if (left === 0) this.#tables.delete(known.table)
    else this.#tables.set(known.table, left)
    return true
  }

  /** Settles when there is room for more. */
  hear(change: RowChange): Promise<void> | void {
    if (!this.#tables.has(oidOf(change.relation))) return
    this.#waiting.push(change)
    this.#running ??= this.#run()
    return this.#waiting.length < mostWaiting ? undefined : this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const changes = this.#waiting.slice(0, together)
      this.#waiting = this.#waiting.slice(together)
      const byTable = Map.groupBy(changes.entries(), ([, { relation }]) => oidOf(relation))
      const judged: Judged[] = []
      for (const [table, some] of byTable) judged.push(...(await this.#judge(table, some)))
      for (const one of judged.sort((a, b) => a.n - b.n)) this.#tell(one)
    }
    this.#running = null
  }

  async #judge(table: number, changes: [number, RowChange][]): Promise<Judged[]> {
    try {
      const text = `[${changes.map(([n, change]) => writeChange(n, change)).join(',')}]`
      return await this.#sql<Judged[]>`
        select n, subscriptions, data from realtime.judge(${this.#slot}, ${table}, ${text}::json)`
    } catch (error) {
      // When the database is gone, so is the stream, and everybody is told.
      if (isOutOfReach(error)) return []
      this.#log.error({ ...forLog(error), table }, 'realtime: changes could not be judged')
      for (const each of this.#watching.values()) if (each.table === table) each.listener.fail()
      return []
    }
  }

  #tell({ subscriptions, data }: Judged): void {
    const positions = new Map<Listener, Set<number>>()
    for (const id of subscriptions) {
      const known = this.#watching.get(id)
      if (known === undefined) continue
      const some = positions.get(known.listener)
      if (some === undefined) positions.set(known.listener, new Set([known.position]))
      else some.add(known.position)
    }
    const written = new Map<string, Words>()
    for (const [listener, some] of positions) {
      const { name, version } = listener
      const ids = [...some].join(',')
      const same = `${version} ${ids} ${name}`
      const words = written.get(same) ?? writeWords(version, name, ids, data)
      written.set(same, words)
      listener.tell(words)
    }
  }
}

function writeWords(version: Version, name: string, ids: string, data: string): Words {
  const frame = writeFrame(version, name, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`)
  return { data: Buffer.from(frame), isBinary: false }
}

/** The protocol's numbers have a sign, and PostgreSQL's have none. */
function oidOf({ relationOid }: Relation): number {
  return relationOid >>> 0
}

function writeChange(n: number, { relation, type, row, old, at, xid }: RowChange): string {
  const [record, before] = [row, old].map((some) =>
    some === null ? 'null' : writeRow(relation, some),
  )
  return `{"n":${n},"xid":${xid},"type":"${type}","at":"${new Date(at).toISOString()}","record":${record},"old":${before}}`
}

const [json, jsonb] = [114, 3802]

/** A long value that did not change is not sent by the database, and is left out. */
function writeRow({ columns }: Relation, row: Row): string {
  const parts: string[] = []
  for (const { name, typeOid } of columns) {
    const value = row[name]
    if (value === undefined) continue
    const isJson = value !== null && (typeOid === json || typeOid === jsonb)
    parts.push(`${JSON.stringify(name)}:${isJson ? value : JSON.stringify(value)}`)
  }
  return `{${parts.join(',')}}`
}
