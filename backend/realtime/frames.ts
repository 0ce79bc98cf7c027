import { isObject, readJson } from '../read-json.ts'

/** The protocol's two forms: JSON objects, or JSON arrays and binary broadcasts. */
export type Version = '1.0.0' | '2.0.0'

/** What a client says. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** What a broadcast carries; null for anything else. */
  message: Message | null
}

/** What is broadcast under an event's name. */
export interface Message {
  event: string
  encoding: 'json' | 'binary'
  body: Buffer
  /** As JSON. */
  meta: string | null
}

const rules = { deepest: 100, forbiddenKeys: ['__proto__'] }
const broadcastPush = 3
const broadcast = 4
/** Where lengths are one byte. */
const longestPart = 255

/** Reads a message of a client; null when it is none. */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Frame | null {
  if (isBinary) return version === '2.0.0' ? readBinary(data) : null
  const read = readJson(data, rules)
  if (typeof read === 'string') return null
  const { value } = read
  if (version === '1.0.0')
    return isObject(value)
      ? checked(value['join_ref'], value['ref'], value['topic'], value['event'], value['payload'])
      : null
  if (!Array.isArray(value)) return null
  const [joinRef, ref, topic, event, payload] = value
  return checked(joinRef, ref, topic, event, payload)
}

function checked(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  if (topic.length > longestPart || event.length > longestPart) return null
  if (!isRef(joinRef) || !isRef(ref)) return null
  const fields = isObject(payload) ? payload : {}
  return {
    joinRef: joinRef ?? null,
    ref: ref ?? null,
    topic,
    event,
    payload: fields,
    message: event === 'broadcast' ? messageIn(fields) : null,
  }
}

function isRef(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= 64)
}

function messageIn({ event, payload = {} }: Record<string, unknown>): Message | null {
  if (typeof event !== 'string') return null
  return { event, encoding: 'json', body: Buffer.from(JSON.stringify(payload)), meta: null }
}

/** Kind, the lengths of five parts, how the rest is encoded, the parts, the rest. */
function readBinary(data: Buffer): Frame | null {
  if (data[0] !== broadcastPush || data.length < 7) return null
  const lengths = data.subarray(1, 6)
  let at = 7
  const parts: string[] = []
  for (const length of lengths) {
    parts.push(data.toString('utf8', at, at + length))
    at += length
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = parts
  if (at > data.length) return null
  // What is kept would otherwise hold on to all that came with it.
  const body = Buffer.from(data.subarray(at))
  const encoding = data[6] === 0 ? 'binary' : 'json'
  if (encoding === 'json' && typeof readJson(body, rules) === 'string') return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: {},
    message: { event, encoding, body, meta: null },
  }
}

/** What the service says, in a client's form. `payload` is JSON. */
export function writeFrame(
  version: Version,
  topic: string,
  event: string,
  payload: string,
  { joinRef = null, ref = null }: { joinRef?: string | null; ref?: string | null } = {},
): string {
  const [inTopic, inEvent, inJoin, inRef] = [topic, event, joinRef, ref].map((part) =>
    JSON.stringify(part),
  )
  return version === '1.0.0'
    ? `{"topic":${inTopic},"event":${inEvent},"payload":${payload},"ref":${inRef},"join_ref":${inJoin}}`
    : `[${inJoin},${inRef},${inTopic},${inEvent},${payload}]`
}

/** Words that all who listen to a topic are told, made once for each form. */
export interface Words {
  data: Buffer
  isBinary: boolean
}

/** A broadcast for those who listen to `topic`; null where it cannot be put in a client's form. */
export function writeBroadcast(version: Version, topic: string, message: Message): Words | null {
  const { event, encoding, body, meta } = message
  const parts = [topic, event, meta ?? ''].map((part) => Buffer.from(part))
  if (version === '2.0.0' && parts.every(({ length }) => length <= longestPart)) {
    const head = [broadcast, ...parts.map(({ length }) => length), encoding === 'json' ? 1 : 0]
    return { data: Buffer.concat([Buffer.from(head), ...parts, body]), isBinary: true }
  }
  if (encoding === 'binary') return null
  const inMeta = meta === null ? '' : `,"meta":${meta}`
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.toString()}${inMeta}}`
  return { data: Buffer.from(writeFrame(version, topic, 'broadcast', payload)), isBinary: false }
}
