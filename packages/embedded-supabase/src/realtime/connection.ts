import type { WebSocket } from 'ws'
import { toAsker } from '../queue/asker.ts'
import { toLogFields, isUnreachable } from '../database/errors.ts'
import { NoSlotError } from '../queue/fair-queue.ts'
import type { Caller } from '../core/keys.ts'
import { CrowdedError } from './batch.ts'
import { Channel } from './channel.ts'
import { type Frame, readFrame, Refusal, type Version, type Words, writeFrame } from './frames.ts'
import { createAllowance, getMessageWeight } from './limits.ts'
import type { Service } from './service.ts'

/** The number of queued messages at which a connection is no longer read. */
const mostWaiting = 20

/** Closing codes of the protocol of websockets. */
export const codes = { away: 1001, policy: 1008, restart: 1012 } as const

/** The key and the address of a connection, and the protocol version that it speaks. */
export interface Asked {
  caller: Caller
  version: Version
  clientAddress: string
  /** The part of `clientAddress` that counts as one address, and the network that it is in. */
  address: string
  network: string
}

/** One websocket and the channels that it has joined. Its messages are handled one after the other. */
export class Connection {
  readonly asked: Asked
  readonly #socket: WebSocket
  readonly #service: Service
  readonly #channels = new Map<string, Channel>()
  readonly #maySpeak: (count: number) => boolean
  readonly #mayJoin: () => boolean
  readonly #watching = { tables: 0 }
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #heardAt: number

  constructor(service: Service, socket: WebSocket, asked: Asked) {
    const { limits, clock } = service
    this.#service = service
    this.#socket = socket
    this.asked = asked
    this.#heardAt = clock()
    this.#maySpeak = createAllowance(limits.messageRate, limits.messageBurst, clock)
    this.#mayJoin = createAllowance(limits.joinRate, limits.joinBurst, clock)
    // The `close` event reports losses and breaches of the protocol; without a listener `error` would end the process.
    socket.on('error', () => undefined)
    socket.on('message', (data, isBinary) => this.#hear(bytesOf(data), isBinary))
    // `ws` answers pings itself.
    socket.on('ping', () => this.#mayGoOn())
    socket.on('pong', () => this.#mayGoOn())
    socket.on('close', () => this.#end())
  }

  /** Counts incoming messages; a client that sends too many is closed. */
  #mayGoOn(bytes = 0): boolean {
    const may = this.#maySpeak(getMessageWeight(bytes))
    if (!may) this.close(codes.policy, 'Too many messages per second')
    return may
  }

  #hear(data: Buffer, isBinary: boolean): void {
    this.#heardAt = this.#service.clock()
    if (!this.#mayGoOn(data.length)) return
    const frame = readFrame(data, isBinary, this.asked.version)
    if (frame === null) return this.close(codes.policy, 'Not a message of the protocol')
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
    // Joins that were still queued at the close are dropped: nothing would end a channel that starts now.
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

  /** Terminates a client that does not read what it is sent. */
  #send(words: Words): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > this.#service.limits.unreadBytes)
      return this.#socket.terminate()
    this.#socket.send(words)
  }

  /** Ends channels that have expired and a connection that has fallen silent; to be called regularly. */
  check(now: number): void {
    if (now - this.#heardAt > this.#service.limits.silence) return this.#socket.terminate()
    for (const channel of this.#channels.values())
      if (channel.isExpired()) channel.shutDown('Token has expired')
  }

  /** The account that one of its channels has proved; null when none has. */
  get account(): string | null {
    for (const { account } of this.#channels.values()) if (account !== null) return account
    return null
  }

  /** True once one of its channels has proved a session of staff. */
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
    // Further messages are ignored; `ws` cuts off a client that does not answer the close after a while.
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
