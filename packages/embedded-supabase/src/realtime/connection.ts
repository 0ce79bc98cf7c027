import type { WebSocket } from 'ws'
import { toAsker } from '../queue/asker.ts'
import { toLogFields, isUnreachable } from '../database/errors.ts'
import { NoSlotError } from '../queue/fair-queue.ts'
import type { Caller } from '../core/keys.ts'
import { CrowdedError } from './batch.ts'
import { Channel } from './channel.ts'
import {
  type Frame,
  readFrame,
  Refusal,
  type ProtocolVersion,
  type EncodedMessage,
  writeFrame,
} from './frames.ts'
import { createRateLimit, getMessageWeight } from './limits.ts'
import type { RealtimeContext } from './service.ts'

/** When more messages than this are queued, reading from the connection is paused. */
const mostWaiting = 20

/** Status codes with which websockets are closed. */
export const closeCodes = { away: 1001, policy: 1008, restart: 1012 } as const

/** The request for a connection: its caller, client IP address and protocol version. */
export interface ConnectionRequest {
  caller: Caller
  version: ProtocolVersion
  clientAddress: string
  /** The client's IP address as it is rate-limited (`toRateLimitKey`), and its network (`getNetworkPrefix`). */
  address: string
  network: string
}

/** A websocket with its channels. Its messages are handled one after the other. */
export class Connection {
  readonly asked: ConnectionRequest
  readonly #socket: WebSocket
  readonly #service: RealtimeContext
  readonly #channels = new Map<string, Channel>()
  readonly #maySpeak: (count: number) => boolean
  readonly #mayJoin: () => boolean
  readonly #watching = { tables: 0 }
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #heardAt: number

  constructor(service: RealtimeContext, socket: WebSocket, asked: ConnectionRequest) {
    const { limits, clock } = service
    this.#service = service
    this.#socket = socket
    this.asked = asked
    this.#heardAt = clock()
    this.#maySpeak = createRateLimit(limits.messageRate, limits.messageBurst, clock)
    this.#mayJoin = createRateLimit(limits.joinRate, limits.joinBurst, clock)
    // The `close` event already reports errors of the connection; without this listener `error` would end the process.
    socket.on('error', () => undefined)
    socket.on('message', (data, isBinary) => this.#hear(bytesOf(data), isBinary))
    // Pings are only counted, because the library `ws` answers them itself.
    socket.on('ping', () => this.#mayGoOn())
    socket.on('pong', () => this.#mayGoOn())
    socket.on('close', () => this.#end())
  }

  /** Counts an incoming message. Returns false, and closes the connection, when the client sends too many. */
  #mayGoOn(bytes = 0): boolean {
    const may = this.#maySpeak(getMessageWeight(bytes))
    if (!may) this.close(closeCodes.policy, 'Too many messages per second')
    return may
  }

  #hear(data: Buffer, isBinary: boolean): void {
    this.#heardAt = this.#service.clock()
    if (!this.#mayGoOn(data.length)) return
    const frame = readFrame(data, isBinary, this.asked.version)
    if (frame === null) return this.close(closeCodes.policy, 'Not a message of the protocol')
    this.#waiting += 1
    if (this.#waiting > mostWaiting) this.#socket.pause()
    this.#work = this.#work.then(async () => {
      await this.#handle(frame).catch((error: unknown) =>
        this.#reply(frame, 'error', { reason: this.#reasonOf(error) }),
      )
      this.#waiting -= 1
      if (this.#socket.isPaused) this.#socket.resume()
    })
  }

  async #handle(frame: Frame): Promise<void> {
    const { topic, event, ref } = frame
    if (topic === 'phoenix' && event === 'heartbeat') return this.#reply(frame, 'ok')
    if (event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(topic)
    if (channel === undefined) return this.#reply(frame, 'error', { reason: 'unmatched topic' })
    if (event !== 'phx_leave') return channel.handle(frame)
    channel.reply(ref, 'ok')
    channel.close()
  }

  async #join(frame: Frame): Promise<void> {
    const { shares, limits } = this.#service
    // Drops joins that were still queued when the socket closed: nothing would end their channels.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (!/^realtime:./s.test(frame.topic))
      throw new Refusal('TopicNameRequired: You must provide a topic name')
    this.#channels.get(frame.topic)?.close()
    if (this.#channels.size >= limits.channels)
      throw new Refusal('ChannelRateLimitReached: Too many channels')
    if (!this.#mayJoin()) throw new Refusal('ClientJoinRateLimitReached: Too many joins per second')
    const { asked } = this
    const channel = new Channel(
      this.#service,
      {
        ...asked,
        watching: this.#watching,
        send: (words) => this.#send(words),
        forget: (ended) => {
          if (this.#channels.get(ended.topic) === ended) this.#channels.delete(ended.topic)
        },
      },
      frame,
    )
    this.#channels.set(frame.topic, channel)
    const isAborted = () => this.#socket.readyState !== this.#socket.OPEN
    try {
      await shares.use({ ...toAsker(this.#service, asked, channel.caller), isAborted }, () =>
        channel.open(frame.ref),
      )
    } catch (error) {
      channel.end()
      throw error
    }
  }

  #reasonOf(error: unknown): string {
    if (error instanceof Refusal) return error.message
    if (error instanceof NoSlotError || error instanceof CrowdedError)
      return 'Too many at once, please try again'
    if (!isUnreachable(error))
      this.#service.log.warn(toLogFields(error), 'realtime: could not answer')
    return 'Realtime was unable to connect to the project database'
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: object = {}): void {
    const payload = JSON.stringify({ status, response })
    this.#send(writeFrame(this.asked.version, frame, 'phx_reply', payload, frame.ref))
  }

  /** Sends a message. Disconnects a client that does not read its messages fast enough. */
  #send(words: EncodedMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > this.#service.limits.unreadBytes)
      return this.#socket.terminate()
    this.#socket.send(words)
  }

  /** Ends channels whose token has expired, and the connection when nothing was received for too long. Must be called regularly. */
  check(now: number): void {
    if (now - this.#heardAt > this.#service.limits.silence) return this.#socket.terminate()
    for (const channel of this.#channels.values())
      if (channel.isExpired()) channel.shutDown('Token has expired')
  }

  /** The account id of one of the channels; null when none has one. */
  get account(): string | null {
    for (const { account } of this.#channels.values()) if (account !== null) return account
    return null
  }

  /** True when a channel belongs to a session of staff. */
  get isStaff(): boolean {
    const { staffSessionOf } = this.#service
    for (const { caller } of this.#channels.values())
      if ((staffSessionOf?.(caller) ?? null) !== null) return true
    return false
  }

  recheck(userId: string): void {
    for (const channel of this.#channels.values()) void channel.recheck(userId)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    // Ends the channels at once and ignores further messages. If the client does not confirm the close, `ws` disconnects it later.
    this.#end()
  }

  #end(): void {
    this.#socket.removeAllListeners('message')
    for (const channel of this.#channels.values()) channel.end()
  }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
