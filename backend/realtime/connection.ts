import type { WebSocket } from 'ws'
import { forLog, isOutOfReach } from '../database/errors.ts'
import { NoPlaceError } from '../fair-shares.ts'
import type { Caller } from '../keys.ts'
import { CrowdedError } from './batch.ts'
import { Channel } from './channel.ts'
import { type Frame, readFrame, type Version, type Words, writeFrame } from './frames.ts'
import { Allowance } from './limits.ts'
import { Refusal, type Service } from './service.ts'

/** How many messages of one connection wait before it is not read any further. */
const mostWaiting = 20
/** Joins a second, and at once. */
const [joinRate, joinBurst] = [10, 150]

/** Closing codes of the protocol of websockets. */
export const codes = { away: 1001, policy: 1008, restart: 1012 } as const

/** One websocket and what it has joined. Its messages are handled one after the other. */
export class Connection {
  readonly caller: Caller
  readonly version: Version
  readonly address: string
  readonly #socket: WebSocket
  readonly #service: Service
  readonly #channels = new Map<string, Channel>()
  readonly #messages: Allowance
  readonly #joins: Allowance
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #heardAt: number

  constructor(
    service: Service,
    socket: WebSocket,
    { caller, version, address }: { caller: Caller; version: Version; address: string },
  ) {
    this.#service = service
    this.#socket = socket
    this.caller = caller
    this.version = version
    this.address = address
    const { limits, clock } = service
    this.#heardAt = clock()
    this.#messages = new Allowance(limits.messageRate, limits.messageBurst, this.#heardAt)
    this.#joins = new Allowance(joinRate, joinBurst, this.#heardAt)
    // That it is lost, or breaks the protocol, its close says; unheard, the event would end the process.
    socket.on('error', () => undefined)
    socket.on('message', (data, isBinary) => this.#hear(bytesOf(data), isBinary))
    socket.on('close', () => this.#end())
  }

  #hear(data: Buffer, isBinary: boolean): void {
    const now = this.#service.clock()
    this.#heardAt = now
    if (!this.#messages.take(data.length, now))
      return this.close(codes.policy, 'Too many messages per second')
    const frame = readFrame(data, isBinary, this.version)
    if (frame === null) return this.close(codes.policy, 'Not a message of the protocol')
    this.#waiting += 1
    if (this.#waiting > mostWaiting) this.#socket.pause()
    this.#work = this.#work.then(async () => {
      await this.#handle(frame).catch((error: unknown) => this.#answerFault(frame, error))
      this.#waiting -= 1
      if (this.#socket.isPaused) this.#socket.resume()
    })
  }

  async #handle(frame: Frame): Promise<void> {
    const { topic, event, ref } = frame
    if (topic === 'phoenix' && event === 'heartbeat') return this.reply(frame, ref, 'ok', {})
    if (event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(topic)
    if (channel === undefined) return this.reply(frame, ref, 'error', { reason: 'unmatched topic' })
    if (event !== 'phx_leave') return channel.handle(frame)
    this.reply(channel, ref, 'ok', {})
    channel.close()
  }

  async #join(frame: Frame): Promise<void> {
    const { shares, limits, clock } = this.#service
    const [, topic = ''] = /^realtime:(.+)$/s.exec(frame.topic) ?? []
    if (topic === '') throw new Refusal('TopicNameRequired: You must provide a topic name')
    this.#channels.get(frame.topic)?.close()
    if (this.#channels.size >= limits.channels)
      throw new Refusal('ChannelRateLimitReached: Too many channels')
    if (!this.#joins.take(0, clock()))
      throw new Refusal('ClientJoinRateLimitReached: Too many joins per second')
    const channel = new Channel(this.#service, this, frame, topic)
    this.#channels.set(frame.topic, channel)
    const isGone = () => this.#socket.readyState !== this.#socket.OPEN
    try {
      await shares.use({ address: this.address, isGone }, () => channel.open(frame.ref))
    } catch (error) {
      channel.end()
      throw error
    }
  }

  #answerFault(frame: Frame, error: unknown): void {
    this.reply(frame, frame.ref, 'error', { reason: this.#reasonOf(error) })
  }

  #reasonOf(error: unknown): string {
    if (error instanceof Refusal) return error.message
    if (error instanceof NoPlaceError || error instanceof CrowdedError)
      return 'Too many at once, please try again'
    if (!isOutOfReach(error)) this.#service.log.warn(forLog(error), 'realtime: could not answer')
    return 'Realtime was unable to connect to the project database'
  }

  reply(
    { joinRef, ...to }: { joinRef: string | null; name?: string; topic?: string },
    ref: string | null,
    status: 'ok' | 'error',
    response: object,
  ): void {
    const topic = to.name ?? to.topic ?? ''
    const payload = JSON.stringify({ status, response })
    this.#write(writeFrame(this.version, topic, 'phx_reply', payload, { joinRef, ref }))
  }

  push(
    { name, joinRef }: { name: string; joinRef: string | null },
    event: string,
    payload: string,
  ): void {
    const ref = event === 'phx_close' || event === 'phx_error' ? joinRef : null
    this.#write(writeFrame(this.version, name, event, payload, { joinRef, ref }))
  }

  #write(text: string): void {
    this.send({ data: Buffer.from(text), isBinary: false })
  }

  /** Who does not read what it is sent is cut off. */
  send({ data, isBinary }: Words): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > this.#service.limits.unreadBytes)
      return this.#socket.terminate()
    this.#socket.send(data, { binary: isBinary })
  }

  /** To be called every now and then: ends what has expired or fallen silent. */
  check(now: number): void {
    if (now - this.#heardAt > this.#service.limits.silence) return this.#socket.terminate()
    for (const channel of this.#channels.values())
      if (channel.isExpired()) channel.shutDown('Token has expired')
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    // Nothing that it still says is heard; a client that does not answer is cut off by `ws` after a while.
    this.#end()
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.name) === channel) this.#channels.delete(channel.name)
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
