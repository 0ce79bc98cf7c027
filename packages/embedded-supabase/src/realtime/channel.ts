import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { DatabaseError, isUnreachable } from '../database/errors.ts'
import type { Caller } from '../core/keys.ts'
import { isObject } from '../core/read-json.ts'
import {
  type MessageAddress,
  type Frame,
  type Message,
  shortNameSchema,
  Refusal,
  type ProtocolVersion,
  type EncodedMessage,
  writeBroadcast,
  writeFrame,
} from './frames.ts'
import { createRateLimit } from './limits.ts'
import {
  expectOpenSession,
  readCaller,
  readRights,
  type TopicRights,
  type RealtimeContext,
} from './service.ts'
import { type ChannelExtension, type TopicListener, topicKey } from './topics.ts'
import { parseChangeSubscription } from './watches.ts'

/** Maximum bytes of a client's presence state, because every client on the topic receives all states. */
const largestMeta = 16 * 1024
/** Changes of the presence state that a channel may make per second, and in a burst. */
const [trackRate, trackBurst] = [1, 10]

/** Schema of the config that a client sends with `phx_join`. Invalid values count as missing. */
const flag = v.fallback(v.boolean(), false)
const replay = v.nullable(
  v.object({
    since: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(25)), 25),
  }),
)
const joinSchema = part({
  private: flag,
  // `self`: receives its own broadcasts; `ack`: gets an acknowledgement per broadcast; `replay`: receives the messages that SQL has
  // sent since a time (milliseconds since 1970); `replication_ready`: gets a system message once it receives changes.
  broadcast: part({
    self: flag,
    ack: flag,
    replay: v.fallback(replay, null),
    replication_ready: flag,
  }),
  // `key`: the client's presence key; `enabled`: receives the presence of other clients.
  presence: part({ key: v.fallback(shortNameSchema, ''), enabled: flag }),
  postgres_changes: v.fallback(v.array(v.unknown()), []),
  // `wait`: the join fails when the subscription to changes fails.
  postgres_changes_options: part({ wait: flag }),
})

function part<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.object(entries)
  return v.fallback(schema, () => v.parse(schema, {}))
}

/** The part of a connection that its channels use. */
interface Connection {
  caller: Caller
  version: ProtocolVersion
  /** The number of tables that all channels of the connection are subscribed to. */
  watching: { tables: number }
  send: (words: EncodedMessage) => void
  forget: (channel: Channel) => void
}

/** A topic that a connection has joined. */
export class Channel implements TopicListener {
  readonly id = randomUUID()
  readonly topic: string
  readonly version: ProtocolVersion
  readonly #joinRef: string | null
  readonly #service: RealtimeContext
  readonly #connection: Connection
  readonly #asked: v.InferOutput<typeof joinSchema>
  /** The topic's name without the prefix `realtime:`. */
  readonly #name: string
  readonly #key: string
  readonly #presenceKey: string
  readonly #mayTrack: () => boolean
  #caller: Caller
  #token: unknown
  /** The caller's rights on a private topic; null for a public topic, on which everything is allowed. */
  #rights: TopicRights | null = null
  #endWatch: () => string[] = () => []
  #watched = 0
  #tracked = ''
  #hearsPresence: boolean
  #isOver = false
  /** The number of pending checks of the caller's rights, and whether a message was held back during them. */
  #rechecks = 0
  #hasMissed = false

  /** Validates the join. @throws Refusal when its config or token is invalid */
  constructor(
    service: RealtimeContext,
    connection: Connection,
    { topic, joinRef, payload }: Frame,
  ) {
    this.#service = service
    this.#connection = connection
    this.topic = topic
    this.version = connection.version
    this.#joinRef = joinRef
    this.#name = topic.replace('realtime:', '')
    this.#asked = v.parse(joinSchema, payload['config'])
    if (this.#asked.postgres_changes.length > service.limits.watches)
      throw new Refusal('ChannelRateLimitReached: Too many postgres_changes')
    this.#key = topicKey(this.#name, this.#asked.private)
    this.#presenceKey = this.#asked.presence.key || randomUUID()
    this.#hearsPresence = this.#asked.presence.enabled
    this.#mayTrack = createRateLimit(trackRate, trackBurst, service.clock)
    this.#token = payload['access_token'] ?? payload['user_token']
    this.#caller = readCaller(service, this.#token, connection.caller)
  }

  /** Joins the topic, replies, and sends the messages that follow a join. @throws Refusal, DatabaseUnreachableError */
  async open(ref: string | null): Promise<void> {
    const { topics, presences, ready } = this.#service
    const { postgres_changes: asked, postgres_changes_options: options, broadcast } = this.#asked
    await ready()
    await this.#judge()
    // A client that has disconnected in the meantime must not be added: nothing would remove it.
    if (this.#isOver) return
    topics.add(this.#key, this)
    const fault = await this.#watch()
    if (this.#isOver) return
    if (fault !== null && options.wait) throw new Refusal(fault)
    const numbered = asked.map((watch, index) => ({
      ...(isObject(watch) && watch),
      id: index + 1,
    }))
    this.reply(ref, 'ok', { postgres_changes: numbered })
    if (fault !== null) this.#tellSystem('postgres_changes', 'error', fault)
    else if (asked.length > 0)
      this.#tellSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    if (broadcast.replication_ready)
      this.#tellSystem('system', 'ok', 'Replication connection established')
    if (this.hears('presence')) this.#push('presence_state', await presences.state(this.#key))
    if (broadcast.replay !== null) await this.#replay(broadcast.replay)
  }

  /** Sends earlier messages. Only private channels have them replayed, as on hosted Supabase. */
  async #replay(wanted: v.InferOutput<typeof replay> & object): Promise<void> {
    if (!this.#asked.private || !this.hears('broadcast')) return
    for (const message of await this.#service.broadcasts.since(this.#name, wanted)) {
      const words = writeBroadcast(this.version, this.topic, message)
      if (words !== null) this.tell(words)
    }
  }

  get caller(): Caller {
    return this.#caller
  }

  /** The account id in the channel's token; null when the client joined with a key only. */
  get account(): string | null {
    return this.#caller.claims.sub ?? null
  }

  /** Checks the channel's rights again after the user's rights have changed. Messages are held back until the check is done. */
  async recheck(userId: string): Promise<void> {
    if (this.account !== userId || this.#isOver) return
    this.#rechecks += 1
    try {
      await this.#judge()
      const fault = await this.#watch()
      if (fault !== null) throw new Refusal(fault)
    } catch (error) {
      if (error instanceof Refusal) this.shutDown(error.message)
      else this.fail()
    }
    this.#rechecks -= 1
    // Makes the client join again and reload its data, because messages were held back.
    if (this.#rechecks === 0 && this.#hasMissed) this.fail()
  }

  /**
   * Checks the caller's session, and reads its rights from the policies.
   * @throws Refusal when the caller may receive nothing, or less than before
   */
  async #judge(): Promise<void> {
    await expectOpenSession(this.#service, this.#caller)
    if (!this.#asked.private) return
    const before = this.#rights?.read ?? []
    this.#rights = await readRights(this.#service, this.#name, this.#caller)
    const { read } = this.#rights
    if (read.length === 0 || before.some((extension) => !read.includes(extension)))
      throw new Refusal(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${this.#name}`,
      )
  }

  /** Subscribes to the requested changes, replacing an earlier subscription. Returns the reason for a refusal, or null. */
  async #watch(): Promise<string | null> {
    const { postgres_changes: asked } = this.#asked
    if (asked.length === 0) return null
    try {
      const { changes, limits } = this.#service
      const { watching } = this.#connection
      const most = limits.watchedTables - watching.tables + this.#watched
      const { end, tables } = await changes.watch(
        this,
        asked.map(parseChangeSubscription),
        this.#caller,
        most,
      )
      this.#unwatch()
      this.#endWatch = end
      this.#watched = tables
      watching.tables += tables
      if (this.#isOver) this.#unwatch()
      return null
    } catch (error) {
      if (error instanceof Refusal) return error.message
      if (!(error instanceof DatabaseError) || isUnreachable(error)) throw error
      return `Unable to subscribe to changes with given parameters. ${error.message}`
    }
  }

  #unwatch(): void {
    const watched = this.#endWatch()
    this.#endWatch = () => []
    this.#connection.watching.tables -= this.#watched
    this.#watched = 0
    if (watched.length > 0) void this.#service.leave({ watched })
  }

  hears(extension: ChannelExtension): boolean {
    if (this.#isOver || (extension === 'presence' && !this.#hearsPresence)) return false
    return this.#rights?.read.includes(extension) ?? true
  }

  tell(words: EncodedMessage): void {
    if (this.#rechecks > 0) {
      this.#hasMissed = true
      return
    }
    if (!this.#isOver && !this.isExpired()) this.#connection.send(words)
  }

  isExpired(): boolean {
    const { exp } = this.#caller.claims
    return exp !== undefined && exp * 1000 <= this.#service.clock()
  }

  /** Handles a client's message after the join. */
  async handle({ event, ref, payload, message }: Frame): Promise<void> {
    if (event === 'access_token') return this.#takeToken(payload['access_token'])
    if (message !== null) return this.#broadcast(ref, message)
    if (event === 'presence') await this.#presence(ref, payload)
  }

  async #broadcast(ref: string | null, message: Message): Promise<void> {
    if (this.#rights !== null && !this.#rights.write.includes('broadcast')) return
    const { self, ack } = this.#asked.broadcast
    await this.#service.broadcasts.send({ key: this.#key, message, except: self ? null : this.id })
    if (ack) this.reply(ref, 'ok')
  }

  async #presence(
    ref: string | null,
    { event, payload = {} }: Record<string, unknown>,
  ): Promise<void> {
    if (!this.#mayTrack()) return this.shutDown('Client presence rate limit exceeded')
    const what = typeof event === 'string' ? event.toLowerCase() : ''
    const mayWrite = this.#rights?.write.includes('presence') ?? true
    if (what === 'untrack') this.#untrack()
    else if (what !== 'track' || !mayWrite) return this.reply(ref, 'error')
    else if (!isObject(payload))
      return this.reply(ref, 'error', { reason: 'Presence track payload must be a map' })
    else {
      const text = JSON.stringify(payload)
      if (text.length > largestMeta) return this.shutDown('Track message size exceeded')
      if (text.includes(String.raw`\u0000`))
        return this.reply(ref, 'error', { reason: 'Presence track payload cannot contain a NUL' })
      await this.#track(text, payload)
    }
    this.reply(ref, 'ok')
  }

  async #track(text: string, meta: object): Promise<void> {
    // A client that tracks its own presence receives the presence of other clients from now on.
    this.#hearsPresence = true
    const tracked = { ...meta, phx_ref: randomUUID() }
    if (text !== this.#tracked)
      await this.#service.presences.track(this.id, this.#key, this.#presenceKey, tracked)
    this.#tracked = text
    if (this.#isOver) this.#untrack()
  }

  #untrack(): void {
    if (this.#tracked !== '') void this.#service.leave({ tracked: this.id })
    this.#tracked = ''
  }

  /** Replaces the caller by that of a new token. Ends the channel when the token is invalid or has fewer rights. */
  async #takeToken(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.#token) return
    try {
      this.#caller = readCaller(this.#service, token, this.#connection.caller)
      this.#token = token
      await this.#judge()
      const fault = await this.#watch()
      if (fault !== null) throw new Refusal(fault)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.shutDown(error.message)
    }
  }

  /** Closes the channel, and sends the client the reason. */
  shutDown(reason: string): void {
    if (this.#isOver) return
    this.#tellSystem('system', 'error', reason)
    this.close()
  }

  /** Closes the channel with an error, after which the client joins again. */
  fail(): void {
    this.#end('phx_error')
  }

  close(): void {
    this.#end('phx_close')
  }

  #end(word: string): void {
    if (!this.#isOver) this.#push(word, '{}', this.#joinRef)
    this.end()
  }

  /** Removes the channel without sending a message. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#service.topics.remove(this.#key, this)
    this.#connection.forget(this)
    this.#unwatch()
    this.#untrack()
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object = {}): void {
    this.#push('phx_reply', JSON.stringify({ status, response }), ref)
  }

  #tellSystem(extension: string, status: 'ok' | 'error', message: string): void {
    this.#push('system', JSON.stringify({ channel: this.#name, extension, status, message }))
  }

  #push(event: string, payload: string, ref: string | null = null): void {
    const to: MessageAddress = { topic: this.topic, joinRef: this.#joinRef }
    this.#connection.send(writeFrame(this.version, to, event, payload, ref))
  }
}
