import type { Sql } from '../database/sql.ts'
import { Batch } from './batch.ts'
import { type Message, writeBroadcast } from './frames.ts'
import { messagePrefix, type Row } from './stream.ts'
import type { Topics } from './topics.ts'
import { topicKey } from './topics.ts'

/** A message on its way to all who listen to a topic, in every process. */
export interface Broadcast {
  /** See `topicKey`. */
  key: string
  message: Message
  /** The listener that sent it and does not want to hear it. */
  except: string | null
}

/** Sends messages through the database's log, which every process reads, this one too: all hear them in one order. */
export class Broadcasts {
  readonly #topics: Topics
  readonly #batch: Batch<Buffer>

  constructor(sql: Sql, topics: Topics) {
    this.#topics = topics
    this.#batch = new Batch(
      (packed) => sql`
        select count(pg_logical_emit_message(true, ${messagePrefix}, m)) from unnest(${packed}::bytea[]) as m`,
    )
  }

  /**
   * Resolves when it is written down.
   * @throws CrowdedError, DatabaseError, DatabaseUnreachableError
   */
  send(broadcast: Broadcast): Promise<void> {
    const packed = pack(broadcast)
    return this.#batch.add(packed, packed.length)
  }

  hear(content: Buffer): void {
    const { key, message, except } = unpack(content)
    this.#tell(key, message, except)
  }

  /** A row of `realtime.messages`, which is how SQL sends. */
  hearRow({
    topic,
    private: isPrivate,
    event,
    extension,
    payload,
    binary_payload: bytes,
    id,
  }: Row): void {
    if (extension !== 'broadcast' || typeof topic !== 'string' || typeof event !== 'string') return
    const isBinary = typeof bytes === 'string'
    const body = isBinary ? Buffer.from(bytes.slice(2), 'hex') : Buffer.from(payload ?? 'null')
    const meta = JSON.stringify({ id })
    this.#tell(
      topicKey(topic, isPrivate === 't'),
      { event, encoding: isBinary ? 'binary' : 'json', body, meta },
      null,
    )
  }

  #tell(key: string, message: Message, except: string | null): void {
    this.#topics.tell(
      key,
      'broadcast',
      (version, name) => writeBroadcast(version, name, message),
      except,
    )
  }
}

/** The length of what describes it, that, and the body. */
function pack({ key, message: { body, ...described }, except }: Broadcast): Buffer {
  const head = Buffer.from(JSON.stringify({ key, except, ...described }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}

function unpack(content: Buffer): Broadcast {
  const end = 4 + content.readUInt32BE()
  const { key, except, ...described } = JSON.parse(content.toString('utf8', 4, end))
  return { key, except, message: { ...described, body: content.subarray(end) } }
}
