import { randomUUID } from 'node:crypto'
import { DatabaseError, forLog, isOutOfReach } from '../database/errors.ts'
import type { Caller } from '../keys.ts'
import { isObject } from '../read-json.ts'
import type { Frame, Message, Version, Words } from './frames.ts'
import { readJoin, type Join } from './join.ts'
import { Allowance } from './limits.ts'
import { readCaller, readRights, Refusal, type Rights, type Service } from './service.ts'
import { type Extension, type Listener, topicKey } from './topics.ts'
import { readWatch, type Watch } from './watches.ts'

/** Bytes of what somebody tracks, for all who are there are sent all of it. */
const largestMeta = 16 * 1024
/** How often a second, and at once, a channel may change what it tracks. */
const [trackRate, trackBurst] = [1, 10]
const noRead = 'You do not have permissions to read from this Channel topic:'

interface ChannelName {
  name: string
  joinRef: string | null
}

/** What a channel asks of its connection. */
interface Connection {
  caller: Caller
  version: Version
  reply: (to: ChannelName, ref: string | null, status: 'ok' | 'error', response: object) => void
  push: (to: ChannelName, event: string, payload: string) => void
  send: (words: Words) => void
  forget: (channel: Channel) => void
}

/** A topic that a connection has joined. */
export class Channel implements Listener {
  readonly id = randomUUID()
  readonly name: string
  readonly joinRef: string | null
  readonly #service: Service
  readonly #connection: Connection
  readonly #join: Join
  readonly #topic: string
  readonly #key: string
  readonly #presenceKey: string
  readonly #tracking: Allowance
  #caller: Caller
  #token: unknown
  /** Null for public topics, where everybody may do everything. */
  #rights: Rights | null = null
  #watches: Watch[] = []
  #endWatch: () => string[] = () => []
  #tracked = ''
  #hearsPresence: boolean
  #isOver = false

  /** @throws Refusal */
  constructor(service: Service, connection: Connection, frame: Frame, topic: string) {
    this.#service = service
    this.#connection = connection
    this.#join = readJoin(frame.payload)
    this.#topic = topic
    this.name = frame.topic
    this.joinRef = frame.joinRef
    this.#key = topicKey(topic, this.#join.isPrivate)
    this.#presenceKey = this.#join.presenceKey ?? randomUUID()
    this.#hearsPresence = this.#join.hearsPresence
    this.#tracking = new Allowance(trackRate, trackBurst, service.clock())
    this.#token = frame.payload['access_token'] ?? frame.payload['user_token']
    this.#caller = readCaller(service, this.#token, connection.caller)
  }

  get version() {
    return this.#connection.version
  }

  /** Joins, answers, and says what comes with it. @throws Refusal, DatabaseUnreachableError */
  async open(ref: string | null): Promise<void> {
    const { topics, presences } = this.#service
    await this.#service.ready()
    await this.#judge()
    topics.add(this.#key, this)
    const fault = await this.#watch()
    if (this.#isOver) return
    const { watches } = this.#join
    const numbered = watches.map((watch, index) => ({
      ...(isObject(watch) && watch),
      id: index + 1,
    }))
    this.#connection.reply(this, ref, 'ok', { postgres_changes: numbered })
    if (watches.length > 0)
      this.#tellSystem(
        'postgres_changes',
        fault === null ? 'ok' : 'error',
        fault ?? 'Subscribed to PostgreSQL',
      )
    if (this.hears('presence')) this.#push('presence_state', await presences.state(this.#key))
  }

  /** Reads what the policies give the caller, and refuses whom they give nothing to hear. */
  async #judge(): Promise<void> {
    if (!this.#join.isPrivate) return
    this.#rights = await readRights(this.#service, this.#topic, this.#caller)
    if (this.#rights.read.length === 0) throw new Refusal(`Unauthorized: ${noRead} ${this.#topic}`)
  }

  /** What is wrong with what it wants to watch; null when it is told of it from now on. */
  async #watch(): Promise<string | null> {
    if (this.#join.watches.length === 0) return null
    const read = this.#join.watches.map(readWatch)
    const fault = read.find((watch) => typeof watch === 'string')
    if (fault !== undefined) return fault
    this.#watches = read.filter((watch) => typeof watch !== 'string')
    try {
      const end = await this.#service.changes.watch(this, this.#watches, this.#caller)
      this.#unwatch()
      this.#endWatch = end
      if (this.#isOver) this.#unwatch()
      return null
    } catch (error) {
      if (!(error instanceof DatabaseError) || isOutOfReach(error)) throw error
      return `Unable to subscribe to changes with given parameters. ${error.message}`
    }
  }

  #unwatch(): void {
    const watched = this.#endWatch()
    this.#endWatch = () => []
    if (watched.length > 0) this.#leave({ watched, tracked: null })
  }

  #leave(leaving: { watched: string[]; tracked: string | null }): void {
    const { leavings, log } = this.#service
    // Whoever comes after this process removes what stays.
    leavings.add(leaving).catch((error: unknown) => {
      if (!isOutOfReach(error)) log.warn(forLog(error), 'realtime: a channel has left rows behind')
    })
  }

  hears(extension: Extension): boolean {
    if (this.#isOver || (extension === 'presence' && !this.#hearsPresence)) return false
    return this.#rights?.read.includes(extension) ?? true
  }

  tell(words: Words): void {
    if (!this.#isOver && !this.isExpired()) this.#connection.send(words)
  }

  isExpired(): boolean {
    const { exp } = this.#caller.claims
    return exp !== undefined && exp * 1000 <= this.#service.clock()
  }

  /** What a client says on it, after it has joined. */
  async handle({ event, ref, payload, message }: Frame): Promise<void> {
    if (event === 'access_token') return this.#takeToken(payload['access_token'])
    if (message !== null) return this.#broadcast(ref, message)
    if (event === 'presence') await this.#presence(ref, payload)
  }

  async #broadcast(ref: string | null, message: Message): Promise<void> {
    if (this.#rights !== null && !this.#rights.write.includes('broadcast')) return
    const { self, ack } = this.#join
    await this.#service.broadcasts.send({ key: this.#key, message, except: self ? null : this.id })
    if (ack) this.#connection.reply(this, ref, 'ok', {})
  }

  async #presence(
    ref: string | null,
    { event, payload = {} }: Record<string, unknown>,
  ): Promise<void> {
    const { presences, clock } = this.#service
    if (!this.#tracking.take(0, clock()))
      return this.shutDown('Client presence rate limit exceeded')
    const name = typeof event === 'string' ? event.toLowerCase() : ''
    const mayWrite = this.#rights?.write.includes('presence') ?? true
    if (name === 'untrack') this.#untrack()
    else if (name !== 'track' || !mayWrite) return this.#connection.reply(this, ref, 'error', {})
    else if (!isObject(payload))
      return this.#connection.reply(this, ref, 'error', {
        reason: 'Presence track payload must be a map',
      })
    else {
      const text = JSON.stringify(payload)
      if (text.length > largestMeta) return this.shutDown('Track message size exceeded')
      // Whoever is there hears of the others from now on.
      this.#hearsPresence = true
      if (text !== this.#tracked)
        await presences.track(this.id, this.#key, this.#presenceKey, {
          ...payload,
          phx_ref: randomUUID(),
        })
      this.#tracked = text
      if (this.#isOver) this.#untrack()
    }
    this.#connection.reply(this, ref, 'ok', {})
  }

  #untrack(): void {
    if (this.#tracked !== '') this.#leave({ watched: [], tracked: this.id })
    this.#tracked = ''
  }

  /** From now on it is whoever the new token stands for. */
  async #takeToken(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.#token) return
    const before = this.#rights?.read ?? []
    try {
      this.#caller = readCaller(this.#service, token, this.#connection.caller)
      this.#token = token
      await this.#judge()
      if (
        before.some(
          (extension) => !this.hears(extension) && !this.#rights?.read.includes(extension),
        )
      )
        throw new Refusal(
          `You no longer have permission to read from this Channel topic: ${this.#topic}`,
        )
      const fault = await this.#watch()
      if (fault !== null) throw new Refusal(fault)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.shutDown(error.message)
    }
  }

  /** Ends it for good, and says why. */
  shutDown(reason: string): void {
    if (this.#isOver) return
    this.#tellSystem('system', 'error', reason)
    this.close()
  }

  /** Ends it; the client joins again. */
  fail(): void {
    if (this.#isOver) return
    this.#push('phx_error', '{}')
    this.end()
  }

  close(): void {
    this.#push('phx_close', '{}')
    this.end()
  }

  /** Without a word. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#service.topics.remove(this.#key, this)
    this.#connection.forget(this)
    this.#unwatch()
    this.#untrack()
  }

  #tellSystem(extension: string, status: 'ok' | 'error', message: string): void {
    this.#push('system', JSON.stringify({ channel: this.#topic, extension, status, message }))
  }

  #push(event: string, payload: string): void {
    this.#connection.push(this, event, payload)
  }
}
