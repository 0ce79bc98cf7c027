import type { Sql } from '../database/sql.ts'
import { writeFrame } from './frames.ts'
import type { Row, RowChange } from './stream.ts'
import type { Topics } from './topics.ts'

/** ms in which comings and goings of a topic are gathered. */
const gathering = 100
const mostShown = 10_000

interface Diff {
  joins: Metas
  leaves: Metas
}

/** By key, as JSON. */
type Metas = Map<string, string[]>

/** Who tracks themselves on which topic. Kept in a table, whose changes every process hears. */
export class Presences {
  readonly #sql: Sql
  readonly #slot: string
  readonly #topics: Topics
  readonly #diffs = new Map<string, Diff>()

  constructor(sql: Sql, slot: string, topics: Topics) {
    this.#sql = sql
    this.#slot = slot
    this.#topics = topics
  }

  async track(channel: string, topic: string, key: string, meta: object): Promise<void> {
    await this.#sql`
      insert into realtime.presences (slot, channel, topic, key, meta)
      values (${this.#slot}, ${channel}, ${topic}, ${key}, ${this.#sql.json(meta)})
      on conflict (slot, channel) do update set key = excluded.key,
        meta = excluded.meta || jsonb_build_object('phx_ref_prev', presences.meta -> 'phx_ref')`
  }

  async untrack(channels: string[]): Promise<void> {
    await this.#sql`
      delete from realtime.presences where slot = ${this.#slot} and channel = any(${channels}::text[])`
  }

  /** Everybody on a topic, as the payload of `presence_state`. */
  async state(topic: string): Promise<string> {
    const rows = await this.#sql<{ key: string; meta: string }[]>`
      select key, meta::text from realtime.presences where topic = ${topic} limit ${mostShown}`
    const metas: Metas = new Map()
    for (const { key, meta } of rows) note(metas, key, meta)
    return write(metas)
  }

  /** A row of `realtime.presences` was written or removed. */
  hear({ row, old, type }: RowChange): void {
    if (type !== 'INSERT' && old !== null) this.#gather(old, 'leaves')
    if (row !== null) this.#gather(row, 'joins')
  }

  #gather({ topic, key, meta }: Row, side: keyof Diff): void {
    if (typeof topic !== 'string' || typeof key !== 'string' || typeof meta !== 'string') return
    const known = this.#diffs.get(topic)
    const diff: Diff = known ?? { joins: new Map(), leaves: new Map() }
    if (known === undefined) {
      this.#diffs.set(topic, diff)
      setTimeout(() => this.#tell(topic, diff), gathering).unref()
    }
    note(diff[side], key, meta)
  }

  #tell(topic: string, { joins, leaves }: Diff): void {
    this.#diffs.delete(topic)
    const payload = `{"joins":${write(joins)},"leaves":${write(leaves)}}`
    this.#topics.tell(topic, 'presence', (version, name) => ({
      data: Buffer.from(writeFrame(version, name, 'presence_diff', payload)),
      isBinary: false,
    }))
  }
}

function note(metas: Metas, key: string, meta: string): void {
  const all = metas.get(key)
  if (all === undefined) metas.set(key, [meta])
  else all.push(meta)
}

function write(metas: Metas): string {
  const parts = [...metas].map(
    ([key, all]) => `${JSON.stringify(key)}:{"metas":[${all.join(',')}]}`,
  )
  return `{${parts.join(',')}}`
}
