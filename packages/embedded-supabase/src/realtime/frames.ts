import * as v from 'valibot'
import { readJson } from '../core/read-json.ts'

/** Versions of the protocol: JSON objects (1.0.0), or JSON arrays and binary broadcasts (2.0.0). */
export const protocolVersions = ['1.0.0', '2.0.0'] as const
export type ProtocolVersion = (typeof protocolVersions)[number]

/** The topic of a message, and the reference of the join that it belongs to. */
export interface MessageAddress {
  topic: string
  joinRef?: string | null
}

/** A message from a client. `message` is the content of a broadcast, else null. */
export interface Frame extends MessageAddress {
  joinRef: string | null
  ref: string | null
  event: string
  payload: Record<string, unknown>
  message: Message | null
}

/** The content of a broadcast, and the name of its event. */
export interface Message {
  event: string
  isBinary: boolean
  body: Buffer
  /** Metadata of the message, as JSON. */
  meta?: string
}

/** A violation of the protocol or missing rights, with the message that hosted Supabase sends. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** An encoded message: text, or bytes for the binary form. */
export type EncodedMessage = string | Buffer

export const jsonRules = { deepest: 100, forbiddenKeys: ['__proto__'] }
const [broadcastPush, broadcast] = [3, 4]
/** Maximum bytes of a part in a binary broadcast, where lengths are single bytes. */
const longestPart = 255
const reference = v.nullish(v.pipe(v.string(), v.maxLength(64)), null)
/** A name of limited length. NUL characters are excluded, because PostgreSQL cannot store them. */
export const shortNameSchema = v.pipe(v.string(), v.maxLength(longestPart), v.excludes('\0'))
const frameSchema = v.object({
  join_ref: reference,
  ref: reference,
  topic: shortNameSchema,
  event: shortNameSchema,
  payload: v.fallback(v.record(v.string(), v.unknown()), {}),
})

/** Decodes a client's message. Returns null when it is invalid. */
export function readFrame(data: Buffer, isBinary: boolean, version: ProtocolVersion): Frame | null {
  if (isBinary) return version === '2.0.0' ? readBinary(data) : null
  const read = readJson(data, jsonRules)
  if (typeof read === 'string') return null
  const parts: unknown[] = Array.isArray(read.value) ? read.value : []
  const [join_ref, ref, topic, event, payload] = parts
  const given = version === '1.0.0' ? read.value : { join_ref, ref, topic, event, payload }
  const { success, output } = v.safeParse(frameSchema, given)
  if (!success) return null
  const { join_ref: joinRef, ...frame } = output
  return { ...frame, joinRef, message: frame.event === 'broadcast' ? messageIn(frame) : null }
}

function messageIn({ payload: { event, payload = {} } }: Pick<Frame, 'payload'>): Message | null {
  if (typeof event !== 'string') return null
  return { event, isBinary: false, body: Buffer.from(JSON.stringify(payload)) }
}

/** Decodes a binary broadcast: its kind, the lengths of five parts, the encoding of the body, the parts, the body. */
function readBinary(data: Buffer): Frame | null {
  if (data[0] !== broadcastPush || data.length < 7) return null
  let at = 7
  const parts: string[] = []
  for (const length of data.subarray(1, 6)) {
    parts.push(data.toString('utf8', at, at + length))
    at += length
  }
  if (at > data.length) return null
  const [joinRef = '', ref = '', topic = '', event = ''] = parts
  // Copies the body, because a view would keep the whole received buffer in memory.
  const body = Buffer.from(data.subarray(at))
  const isBinary = data[6] === 0
  if (!isBinary && typeof readJson(body, jsonRules) === 'string') return null
  const message = { event, isBinary, body }
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: {},
    message,
  }
}

/** Encodes a message. @param payload JSON text */
export function writeFrame(
  version: ProtocolVersion,
  { topic, joinRef = null }: MessageAddress,
  event: string,
  payload: string,
  ref: string | null = null,
): string {
  return version === '1.0.0'
    ? `${JSON.stringify({ topic, event, ref, join_ref: joinRef }).slice(0, -1)},"payload":${payload}}`
    : `${JSON.stringify([joinRef, ref, topic, event]).slice(0, -1)},${payload}]`
}

/** Encodes a broadcast to `topic`. Returns null for a binary one that the client's protocol version does not support. */
export function writeBroadcast(
  version: ProtocolVersion,
  topic: string,
  message: Message,
): EncodedMessage | null {
  const { event, isBinary, body, meta = '' } = message
  const parts = [topic, event, meta].map((part) => Buffer.from(part))
  if (version === '2.0.0' && parts.every(({ length }) => length <= longestPart)) {
    const head = [broadcast, ...parts.map(({ length }) => length), isBinary ? 0 : 1]
    return Buffer.concat([Buffer.from(head), ...parts, body])
  }
  if (isBinary) return null
  const inMeta = meta && `,"meta":${meta}`
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.toString()}${inMeta}}`
  return writeFrame(version, { topic }, 'broadcast', payload)
}
