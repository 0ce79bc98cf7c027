import { ApiError } from './api-error.ts'
import type { Context } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import type { Event } from './objects.ts'
import { renew, retry } from './renewals.ts'
import { settleSession } from './settling.ts'

type Input = Record<string, unknown>
type Control = (context: Context, deliveries: Deliveries, input: Input) => Promise<object>

/**
 * What tests do to the notifications. POST JSON to /sandbox/payments/control/<name>:
 * `resend {event | session, type?, times?}` sends events again; `delay {milliseconds}` or `delay {hold}` sends those to
 * come later, or not until told; `duplicate {times}` sends each of them several times at once; `reorder {events?}` sends
 * what is held now, in the given order or the last first; `settle {session, outcome}` ends the waiting of a payment;
 * `renew {subscription, outcome}` lets a subscription's next payment fall due now, `retry {subscription, outcome}` tries
 * one that has failed again.
 */
const controls: Record<string, Control> = {
  resend: async (context, deliveries, input) => {
    const events = eventsOf(context, input)
    const times = count(input['times'] ?? 1)
    const copies = Array.from({ length: times }, () => deliveries.send(events))
    return { sent: (await Promise.all(copies)).flat() }
  },
  delay: async (context, deliveries, input) => {
    const settings = context.store.settings()
    const { milliseconds = settings.delayMs, hold = settings.hold } = input
    if (typeof hold !== 'boolean') throw new ApiError(400, '`hold` is true or false')
    context.store.putSettings({ ...settings, delayMs: count(milliseconds), hold })
    if (!hold)
      for (const delivery of context.store.deliveries())
        context.store.putDelivery({ ...delivery, held: false })
    await deliveries.runDue()
    return context.store.settings()
  },
  duplicate: async (context, _deliveries, input) => {
    context.store.putSettings({
      ...context.store.settings(),
      times: Math.max(1, count(input['times'])),
    })
    return context.store.settings()
  },
  reorder: async (context, deliveries, input) => {
    const held = context.store.deliveries().map((delivery) => delivery.event)
    const order = input['events'] === undefined ? held.toReversed() : names(input['events'])
    const sent = await deliveries.send(order)
    for (const { event, status } of sent)
      if (status >= 200 && status < 300) context.store.dropDelivery(event)
    return { sent }
  },
  settle: async (context, deliveries, input) => {
    const session = settleSession(context, String(input['session']), outcomeIn(input))
    await deliveries.runDue()
    return session
  },
  renew: (context, deliveries, input) => charge(renew, context, deliveries, input),
  retry: (context, deliveries, input) => charge(retry, context, deliveries, input),
}

async function charge(
  how: typeof renew,
  context: Context,
  deliveries: Deliveries,
  input: Input,
): Promise<object> {
  const subscription = how(context, String(input['subscription']), outcomeIn(input) === 'succeeded')
  await deliveries.runDue()
  return subscription
}

/** Answers a control, or lists the events (GET control/events). */
export async function control(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  name: string,
): Promise<Response> {
  try {
    if (request.method === 'GET' && name === 'events') return Response.json(listEvents(context))
    const found = Object.hasOwn(controls, name) ? controls[name] : undefined
    if (found === undefined) throw new ApiError(404, 'There is no such control')
    if (request.method !== 'POST') throw new ApiError(405, 'Use POST')
    checkOrigin(context, request)
    return Response.json(await found(context, deliveries, await readInput(request)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return Response.json({ error: { message: error.message } }, { status: error.status })
  }
}

function outcomeIn(input: Input): 'succeeded' | 'failed' {
  const outcome = input['outcome']
  if (outcome !== 'succeeded' && outcome !== 'failed')
    throw new ApiError(400, '`outcome` is succeeded or failed')
  return outcome
}

function listEvents(context: Context): object {
  const waiting = new Map(context.store.deliveries().map((delivery) => [delivery.event, delivery]))
  const events = context.store.all<Event>('event').slice(0, 100)
  return { data: events.map((event) => ({ ...event, delivery: waiting.get(event.id) ?? null })) }
}

function eventsOf(context: Context, input: Input): string[] {
  if (input['event'] !== undefined) return [String(input['event'])]
  const matches = context.store.all<Event>('event').filter((event) => {
    const about = 'id' in event.data.object && event.data.object.id === input['session']
    return about && (input['type'] === undefined || input['type'] === event.type)
  })
  if (matches.length === 0) throw new ApiError(404, 'There is no such event')
  return matches.map((event) => event.id).toReversed()
}

async function readInput(request: Request): Promise<Input> {
  // A form of another site can send no JSON without asking first.
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json'))
    throw new ApiError(415, 'Send JSON')
  const text = await request.text()
  try {
    const input: unknown = text === '' ? {} : JSON.parse(text)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return { ...input }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ApiError(400, 'The body is not a JSON object')
}

function checkOrigin(context: Context, request: Request): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== context.siteUrl)
    throw new ApiError(403, 'This request came from another site')
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 86_400_000)
    throw new ApiError(400, 'A whole number is needed')
  return value
}

function names(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new ApiError(400, '`events` is a list of ids')
  return value
}
