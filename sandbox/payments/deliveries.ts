import { apiVersion, type Context, seconds } from './context.ts'
import { hmac, newId } from './ids.ts'
import type { Event } from './objects.ts'
import { renewWhenDue } from './renewals.ts'
import { settleSession } from './settling.ts'
import { findSession } from './sessions.ts'
import type { Delivery } from './store.ts'

const patience = 10_000
const mostAttempts = 16
const longestPause = 60 * 60 * 1000

export interface Deliveries {
  /** Sends what is due, settles what settles now, ends sessions whose time is up. Resolves when all of it was tried. */
  runDue: () => Promise<void>
  /** Sends these events now, one after the other in this order. Gives the shop's answers: a status, or 0 for none. */
  send: (events: string[]) => Promise<{ event: string; status: number }[]>
  /** Sends what has been queued for this object, once, and waits for the answers at most this long. */
  flush: (patienceMs: number) => Promise<void>
  stop: () => Promise<void>
}

/** Queues a notification; it is on the disk with the change that caused it. */
export function queueEvent(context: Context, type: string, object: object): void {
  const { delayMs, hold } = context.store.settings()
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    created: seconds(context),
    livemode: false,
    api_version: apiVersion,
    type,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  }
  context.store.put('event', event.id, event)
  context.store.putDelivery({
    event: event.id,
    due: context.now() + delayMs,
    attempts: 0,
    held: hold,
  })
}

/** `t=…,v1=…` over these bytes, in the provider's manner. */
export function signature(secret: string, body: string, time: number): string {
  return `t=${time},v1=${hmac(secret, `${time}.${body}`)}`
}

/** Brings notifications to the shop, again and again until it answers 2xx, also after a restart. */
export function startDeliveries(context: Context): Deliveries {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopped = false

  function plan(): void {
    if (stopped) return
    if (timer !== null) clearTimeout(timer)
    const next = nextDue(context)
    if (next === null) return
    timer = setTimeout(() => void runDue(), Math.min(60_000, Math.max(0, next - context.now())))
    timer.unref()
  }

  async function work(): Promise<void> {
    settleDue(context)
    for (const delivery of dueDeliveries(context)) if (!stopped) await deliver(context, delivery)
  }

  function runDue(): Promise<void> {
    running ??= work()
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'The payment sandbox could not send its events'),
      )
      .finally(() => {
        running = null
        plan()
      })
    return running
  }

  plan()
  return {
    runDue,
    send: async (events) => {
      const results: { event: string; status: number }[] = []
      for (const event of events) results.push({ event, status: await post(context, event) })
      return results
    },
    flush: async (patienceMs) => {
      const sent = (running ?? Promise.resolve()).then(runDue)
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
    },
    stop: async () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

function dueDeliveries(context: Context): Delivery[] {
  const now = context.now()
  return context.store.deliveries().filter((delivery) => !delivery.held && delivery.due <= now)
}

function nextDue(context: Context): number | null {
  const times = [
    ...context.store.deliveries().flatMap((delivery) => (delivery.held ? [] : [delivery.due])),
    ...context.store.jobs().map((job) => job.due),
  ]
  return times.length === 0 ? null : Math.min(...times)
}

function settleDue(context: Context): void {
  const now = context.now()
  for (const job of context.store.jobs()) {
    if (job.due > now) continue
    // Finding a session whose time is up ends it.
    if (job.outcome === 'expired') findSession(context, job.session)
    else if (job.outcome === 'renewed') renewWhenDue(context, job.session)
    else settleSession(context, job.session, job.outcome)
  }
}

/** One try, as many times over as the controls ask for. Kept until the shop has taken it. */
async function deliver(context: Context, delivery: Delivery): Promise<void> {
  const { times } = context.store.settings()
  const answers = await Promise.all(
    Array.from({ length: times }, () => post(context, delivery.event)),
  )
  const attempts = delivery.attempts + 1
  if (answers.every((status) => status >= 200 && status < 300)) {
    context.store.dropDelivery(delivery.event)
  } else if (attempts >= mostAttempts) {
    context.store.dropDelivery(delivery.event)
    context.log.warn({ event: delivery.event, attempts }, 'The payment sandbox gave up on an event')
  } else {
    const pause = Math.min(longestPause, 1000 * 2 ** attempts)
    context.store.putDelivery({ ...delivery, attempts, due: context.now() + pause })
  }
}

async function post(context: Context, id: string): Promise<number> {
  const event = context.store.get<Event>('event', id)
  if (event === null) return 0
  const body = JSON.stringify(event, null, 2)
  try {
    const answer = await context.fetch(context.webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(context.webhookSecret, body, seconds(context)),
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      body,
      signal: AbortSignal.timeout(patience),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    context.log.warn({ event: id, err: error }, 'The shop did not answer the payment sandbox')
    return 0
  }
}
