import { resolveCaller } from '../keys.ts'
import { isObject, readJson } from '../read-json.ts'
import { decodePart, json, type WireRequest, type WireResponse } from '../wire.ts'
import type { Message } from './frames.ts'
import { readRights, type Service } from './service.ts'
import { topicKey } from './topics.ts'

interface Letter {
  topic: string
  isPrivate: boolean
  message: Message
}

const mostLetters = 100
const longestName = 255
const rules = { deepest: 100, forbiddenKeys: ['__proto__'] }
const taken: WireResponse = { status: 202, headers: {}, body: '' }

/** `POST /realtime/v1/api/broadcast`: several messages, or one to the topic and event that the path names. */
export async function answerBroadcast(
  service: Service,
  request: WireRequest,
): Promise<WireResponse> {
  const [, topic, event] =
    /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?$/.exec(request.path) ?? []
  if (
    !request.path.startsWith('/realtime/v1/api/broadcast') ||
    (topic === undefined && !isBatch(request))
  )
    return json(404, { message: 'not found' })
  if (request.method !== 'POST')
    return json(405, { message: 'Method not allowed' }, { allow: 'POST' })
  const resolved = resolveCaller(service.keys, request.headers, service.clock())
  if ('refusal' in resolved) return json(401, { message: 'Unauthorized' })
  const letters =
    topic === undefined || event === undefined
      ? readLetters(request.body)
      : readLetter(request, topic, event)
  if (typeof letters === 'string') return json(422, { message: letters })
  const isAllowed = new Map<string, boolean>()
  for (const { topic: to, isPrivate, message } of letters) {
    if (isPrivate && !isAllowed.has(to)) {
      const { write } = await readRights(service, to, resolved.caller)
      isAllowed.set(to, write.includes('broadcast'))
    }
    if (!isPrivate || isAllowed.get(to) === true)
      await service.broadcasts.send({ key: topicKey(to, isPrivate), message, except: null })
    else if (topic !== undefined) return json(403, { message: 'Unauthorized' })
  }
  return taken
}

function isBatch({ path }: WireRequest): boolean {
  return path === '/realtime/v1/api/broadcast'
}

function readLetters(body: Uint8Array | null): Letter[] | string {
  const read = readJson(body ?? new Uint8Array(), rules)
  if (typeof read === 'string') return read
  const messages = isObject(read.value) ? read.value['messages'] : undefined
  if (!Array.isArray(messages) || messages.length === 0) return "messages: can't be blank"
  if (messages.length > mostLetters)
    return 'Too many messages to broadcast, please reduce the batch size'
  const letters: Letter[] = []
  for (const given of messages) {
    const { topic, event, payload, private: isPrivate } = isObject(given) ? given : {}
    if (!isName(topic) || !isName(event) || payload === undefined || payload === null)
      return "messages: topic, event and payload can't be blank"
    const bytes = Buffer.from(JSON.stringify(payload))
    letters.push({ topic, isPrivate: isPrivate === true, message: messageOf(event, 'json', bytes) })
  }
  return letters
}

function readLetter(request: WireRequest, inTopic: string, inEvent: string): Letter[] | string {
  const [topic, event] = [decodePart(inTopic), decodePart(inEvent)]
  if (!isName(topic) || !isName(event)) return 'topic, event: are not names'
  const isPrivate = new URLSearchParams(request.query).get('private') === 'true'
  const body = Buffer.from(request.body ?? new Uint8Array())
  const isBinary = request.headers['content-type'] === 'application/octet-stream'
  const read = isBinary ? null : readJson(body, rules)
  if (typeof read === 'string') return read
  return [{ topic, isPrivate, message: messageOf(event, isBinary ? 'binary' : 'json', body) }]
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestName
}

function messageOf(event: string, encoding: Message['encoding'], body: Buffer): Message {
  return { event, encoding, body, meta: null }
}
