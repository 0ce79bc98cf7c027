import * as v from 'valibot'
import { toRateLimitKey } from '../core/addresses.ts'
import { type Caller, resolveCaller } from '../core/keys.ts'
import { readJson } from '../core/read-json.ts'
import {
  decodePathSegment,
  createJsonResponse,
  type WireRequest,
  type WireResponse,
} from '../core/wire.ts'
import { jsonRules, type Message, shortNameSchema } from './frames.ts'
import { getMessageWeight } from './limits.ts'
import { readRights, type RealtimeContext } from './service.ts'
import { topicKey } from './topics.ts'

const mostLetters = 100
const nameSchema = v.pipe(shortNameSchema, v.nonEmpty())
const letterSchema = v.object({
  topic: nameSchema,
  event: nameSchema,
  payload: v.nonNullish(v.unknown()),
  // A malformed `private` is refused: if it defaulted to false, a private message would be sent to everybody.
  private: v.nullish(v.boolean(), false),
})
const lettersSchema = v.object({
  messages: v.pipe(v.array(letterSchema), v.nonEmpty(), v.maxLength(mostLetters)),
})

/** Handles `POST /realtime/v1/api/broadcast`: several messages in the body, or one whose topic and event are in the path. */
export async function handleHttpBroadcast(
  service: RealtimeContext,
  request: WireRequest,
): Promise<WireResponse> {
  const path = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?$/.exec(request.path)
  if (path === null) return createJsonResponse(404, { message: 'not found' })
  if (request.method !== 'POST')
    return createJsonResponse(405, { message: 'Method not allowed' }, { allow: 'POST' })
  const resolved = resolveCaller(service.keys, request.headers, service.clock())
  if ('refusal' in resolved) return createJsonResponse(401, { message: 'Unauthorized' })
  const [, inTopic, inEvent] = path
  const letters = readLetters(service, request, inTopic, inEvent)
  if (typeof letters === 'string') return createJsonResponse(422, { message: letters })
  if (!mayStillSend(service, request, resolved.caller, letters))
    return createJsonResponse(
      429,
      { message: 'You have exceeded your rate limit' },
      { 'retry-after': '1' },
    )
  const isAllowed = new Map<string, boolean>()
  for (const { topic, isPrivate, message } of letters) {
    if (isPrivate && !isAllowed.has(topic)) {
      const { write } = await readRights(service, topic, resolved.caller)
      isAllowed.set(topic, write.includes('broadcast'))
    }
    if (isPrivate && isAllowed.get(topic) !== true) {
      if (inTopic !== undefined) return createJsonResponse(403, { message: 'Unauthorized' })
      continue
    }
    await service.broadcasts.send({ key: topicKey(topic, isPrivate), message, except: null })
  }
  return { status: 202, headers: {}, body: '' }
}

interface Letter {
  topic: string
  isPrivate: boolean
  message: Message
}

/** Returns true when the IP address may send these messages. The secret key and this process itself are not limited. */
function mayStillSend(
  { maySend }: RealtimeContext,
  { isInternal, clientAddress }: WireRequest,
  { role }: Caller,
  letters: Letter[],
): boolean {
  if (isInternal === true || role === 'service_role') return true
  const weights = letters.map(({ message }) => getMessageWeight(message.body.length))
  return maySend(
    toRateLimitKey(clientAddress),
    weights.reduce((sum, weight) => sum + weight),
  )
}

/** Returns the messages in the body, or the reason for refusing them. */
function readLetters(
  { limits }: RealtimeContext,
  request: WireRequest,
  inTopic?: string,
  inEvent = '',
): Letter[] | string {
  const isBinary =
    inTopic !== undefined && request.headers['content-type'] === 'application/octet-stream'
  const read = isBinary ? null : readJson(request.body ?? new Uint8Array(), jsonRules)
  if (typeof read === 'string') return read
  const given = inTopic === undefined ? read?.value : named(request, inTopic, inEvent)
  // Stops at the first mistake: a large body with nothing but mistakes would otherwise take long.
  const { success, output, issues } = v.safeParse(lettersSchema, given, { abortEarly: true })
  if (!success) return `${v.getDotPath(issues[0]) ?? 'body'}: ${issues[0].message}`
  const letters = output.messages.map(({ topic, event, payload, private: isPrivate }) => {
    const body = payload instanceof Uint8Array ? payload : JSON.stringify(payload)
    return { topic, isPrivate, message: { event, isBinary, body: Buffer.from(body) } }
  })
  const isTooLarge = letters.some(({ message }) => message.body.length > limits.messageBytes)
  return isTooLarge ? `A payload is larger than ${limits.messageBytes} bytes` : letters
}

/** Returns a message whose content is the body and whose topic, event and privacy are in the URL. */
function named({ query, body }: WireRequest, topic: string, event: string): unknown {
  const isPrivate = new URLSearchParams(query).get('private') === 'true'
  const letter = {
    topic: decodePathSegment(topic),
    event: decodePathSegment(event),
    private: isPrivate,
  }
  return { messages: [{ ...letter, payload: body }] }
}
