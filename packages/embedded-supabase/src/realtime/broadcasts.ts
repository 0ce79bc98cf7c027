import type { Sql } from '../database/sql.ts'
import { createBatcher } from './batch.ts'
import { type Message, writeBroadcast } from './frames.ts'
import { messagePrefix, type RowValues } from './stream.ts'
import { topicKey, type Topics } from './topics.ts'

/** A message to the listeners of a topic in all processes. */
interface Broadcast {
  /** The key of the topic, from `topicKey`. */
  key: string
  message: Message
  /** The id of the sending listener if it does not receive its own messages. */
  except: string | null
}

export type Broadcasts = ReturnType<typeof createBroadcasts>

/**
 * Sends broadcasts through PostgreSQL's write-ahead log, which every process reads, including this one. So all listeners get them
 * in the same order.
 */
export function createBroadcasts(
  sql: Sql,
  topics: Topics,
  onRightsChanged: (userId: string) => void,
) {
  const emit = createBatcher<Buffer>(
    (packed) => sql`
      select count(pg_logical_emit_message(true, ${messagePrefix}, m)) from unnest(${packed}::bytea[]) as m`,
  )
  const tell = ({ key, message, except }: Broadcast) =>
    topics.tell(
      key,
      'broadcast',
      (version, topic) => writeBroadcast(version, topic, message),
      except,
    )
  return {
    /** Resolves when the message is in the write-ahead log. @throws CrowdedError, DatabaseError, DatabaseUnreachableError */
    send: (broadcast: Broadcast): Promise<void> => {
      const packed = pack(broadcast)
      return emit(packed, packed.length)
    },
    /** Returns the latest messages that SQL functions have sent to a private topic, in order. @throws DatabaseUnreachableError */
    since: async (topic: string, wanted: { since: number; limit: number }): Promise<Message[]> => {
      const rows = await sql<{ id: string; event: string; payload: string | null }[]>`
        select id, event, payload::text as payload from realtime.messages
        where topic = ${topic} and private and extension = 'broadcast' and event is not null
          and inserted_at > to_timestamp(${wanted.since / 1000})::timestamp
        order by inserted_at desc limit ${wanted.limit}`
      return rows.toReversed().map(({ id, event, payload }) => ({
        event,
        isBinary: false,
        body: Buffer.from(payload ?? 'null'),
        meta: JSON.stringify({ id, replayed: true }),
      }))
    },
    hear: (content: Buffer) => {
      const heard = unpack(content)
      if ('rightsOf' in heard) onRightsChanged(heard.rightsOf)
      else tell(heard)
    },
    /** Sends a new row of `realtime.messages` to the topic's listeners. SQL functions insert such rows to send messages. */
    hearRow: ({ topic, private: isPrivate, event, extension, payload, id }: RowValues) => {
      if (extension !== 'broadcast' || typeof topic !== 'string' || typeof event !== 'string')
        return
      const body = Buffer.from(payload ?? 'null')
      const message = { event, isBinary: false, body, meta: JSON.stringify({ id }) }
      tell({ key: topicKey(topic, isPrivate === 't'), message, except: null })
    },
  }
}

/** Encodes a broadcast: one line of JSON with all fields but the body, followed by the body. */
function pack({ key, except, message: { body, ...described } }: Broadcast): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ key, except, ...described })}\n`), body])
}

/**
 * Decodes a message from the log: a broadcast, or the id of a user whose rights have changed (`realtime.notify_rights_changed`).
 */
function unpack(content: Buffer): Broadcast | { rightsOf: string } {
  const end = content.indexOf('\n')
  const { key, except, rightsOf, ...described } = JSON.parse(content.toString('utf8', 0, end))
  if (typeof rightsOf === 'string') return { rightsOf }
  return { key, except, message: { ...described, body: content.subarray(end + 1) } }
}
