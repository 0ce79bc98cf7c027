import * as v from 'valibot'
import { readJson } from '../core/read-json.ts'

/** The protocol's two forms: JSON objects, or JSON arrays and binary broadcasts. */
export const versions = ['1.0.0', '2.0.0'] as const
export type Version = (typeof versions)[number]

/** A topic as its client names it, and which joining of it is meant. */
export interface Address {
  topic: string
  joinRef?: string | null
}

/** A client's message; `message` is the content of a broadcast. */
export interface Frame extends Address {
  joinRef: string | null
  ref: string | null
  event: string
  payload: Record<string, unknown>
  message: Message | null
}

/** The content of a broadcast under an event's name. */
export interface Message {
  event: string
  isBinary: boolean
  body: Buffer
  /** As JSON. */
  meta?: string
}

/** A violation of the protocol, with the platform's message. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Sent as text or as bytes. */
export type Words = string | Buffer

export const jsonRules = { deepest: 100, forbiddenKeys: ['__proto__'] }
const [broadcastPush, broadcast] = [3, 4]
/** Lengths are one byte in this format. */
const longestPart = 255
const reference = v.nullish(v.pipe(v.string(), v.maxLength(64)), null)
/** Without the NUL that no database can hold. */
export const name = v.pipe(v.string(), v.maxLength(longestPart), v.excludes('\0'))
const frameSchema = v.object({
  join_ref: reference,
  ref: reference,
  topic: name,
  event: name,
  payload: v.fallback(v.record(v.string(), v.unknown()), {}),
})

/** Reads a message of a client; null when it is none. */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Frame | null {
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

/** Kind, the lengths of five parts, how the rest is encoded, the parts, the rest. */
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

/** @param payload as JSON */
export function writeFrame(
  version: Version,
  { topic, joinRef = null }: Address,
  event: string,
  payload: string,
  ref: string | null = null,
): string {
  return version === '1.0.0'
    ? `${JSON.stringify({ topic, event, ref, join_ref: joinRef }).slice(0, -1)},"payload":${payload}}`
    : `${JSON.stringify([joinRef, ref, topic, event]).slice(0, -1)},${payload}]`
}

/** A broadcast for those who listen to `topic`; null where it cannot be put in a client's form. */
export function writeBroadcast(version: Version, topic: string, message: Message): Words | null {
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
