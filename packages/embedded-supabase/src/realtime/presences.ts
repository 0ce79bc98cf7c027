import type { Sql } from '../database/sql.ts'
import { writeFrame } from './frames.ts'
import type { RowValues, RowChange } from './stream.ts'
import type { Topics } from './topics.ts'

/** Milliseconds for which joins and leaves of a topic are collected into one message. */
const gathering = 100
const mostShown = 10_000

/** The presence state of a client; `meta` is JSON. */
interface Present {
  key: string
  meta: string
}
type Diff = Record<'joins' | 'leaves', Present[]>

export type Presences = ReturnType<typeof createPresences>

/** Stores the presence of clients in a table, whose changes all processes receive from the stream. */
export function createPresences(sql: Sql, slot: string, topics: Topics) {
  const diffs = new Map<string, Diff>()

  function gather({ topic, key, meta }: RowValues, side: keyof Diff): void {
    if (typeof topic !== 'string' || typeof key !== 'string' || typeof meta !== 'string') return
    const diff = diffs.get(topic) ?? { joins: [], leaves: [] }
    if (!diffs.has(topic)) setTimeout(() => tell(topic, diff), gathering).unref()
    diffs.set(topic, diff)
    diff[side].push({ key, meta })
  }

  function tell(key: string, { joins, leaves }: Diff): void {
    diffs.delete(key)
    const payload = `{"joins":${write(joins)},"leaves":${write(leaves)}}`
    topics.tell(key, 'presence', (version, topic) =>
      writeFrame(version, { topic }, 'presence_diff', payload),
    )
  }

  return {
    track: async (channel: string, topic: string, key: string, meta: object) => {
      await sql`
        insert into realtime.presences (slot, channel, topic, key, meta)
        values (${slot}, ${channel}, ${topic}, ${key}, ${sql.json(meta)})
        on conflict (slot, channel) do update set key = excluded.key,
          meta = excluded.meta || jsonb_build_object('phx_ref_prev', presences.meta -> 'phx_ref')`
    },
    untrack: async (channels: string[]) => {
      await sql`
        delete from realtime.presences where slot = ${slot} and channel = any(${channels}::text[])`
    },
    /** Returns all clients present on a topic, as the payload of `presence_state`. */
    state: async (topic: string) =>
      write(
        await sql<Present[]>`
          select key, meta::text from realtime.presences where topic = ${topic} limit ${mostShown}`,
      ),
    /** Handles a change of a row of `realtime.presences`. */
    hear: ({ row, old, type }: RowChange) => {
      if (type !== 'INSERT' && old !== null) gather(old, 'leaves')
      if (row !== null) gather(row, 'joins')
    },
  }
}

function write(all: Present[]): string {
  const parts = [...Map.groupBy(all, ({ key }) => key)].map(
    ([key, some]) => `${JSON.stringify(key)}:{"metas":[${some.map(({ meta }) => meta).join(',')}]}`,
  )
  return `{${parts.join(',')}}`
}
