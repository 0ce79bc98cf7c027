import { apiVersion } from './api-error.ts'
import { createPayout } from './balance.ts'
import { withDefaults } from './with-defaults.ts'
import {
  type SandboxContext,
  createObject,
  calculateHmac,
  createId,
  getCurrentSeconds,
} from './context.ts'
import {
  finaliseInvoiceWhenDue,
  renewSubscriptionWhenDue,
  resumeSubscriptionWhenDue,
} from './renewals.ts'
import { findSession } from './sessions.ts'
import { settleSession } from './take-payment.ts'
import type { WebhookDelivery, ScheduledJob } from './store.ts'
import { expireSubscription } from './subscriptions.ts'

const requestTimeoutMs = 10_000
const maxAttempts = 16
const maxBackoffMs = 60 * 60 * 1000
/** The delay in ms before jobs are run again after an unexpected error, for example because the disk is full. */
const pauseAfterErrorMs = 5000

export type Deliveries = ReturnType<typeof startDeliveries>

/** Stores an event and its delivery, in the same transaction as the change that caused the event. */
export function queueEvent(context: SandboxContext, type: string, object: object): void {
  const event = createObject(context, 'event', createId('evt'), {
    api_version: apiVersion,
    type,
    data: { object: withDefaults(object) },
    pending_webhooks: context.webhookUrl === null ? 0 : 1,
    request: { id: null, idempotency_key: null },
  })
  if (context.webhookUrl !== null)
    context.store.putDelivery({ event: event.id, due: context.now(), attempts: 0 })
}

/**
 * Sends events to the shop's webhook and runs scheduled jobs. Retries an event, also after a restart, until the webhook answers 2xx
 * or the attempts are used up.
 */
export function startDeliveries(context: SandboxContext) {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopped = false

  function plan(leastPause = 0): void {
    if (stopped) return
    if (timer !== null) clearTimeout(timer)
    const { store } = context
    const due = Math.min(...[...store.deliveries(), ...store.jobs()].map((one) => one.due))
    if (due === Infinity) return
    const wait = Math.min(60_000, Math.max(leastPause, due - context.now()))
    timer = setTimeout(() => void runDue(), wait)
    timer.unref()
  }

  async function work(): Promise<void> {
    runDueJobs(context)
    const now = context.now()
    for (const delivery of context.store.deliveries())
      if (delivery.due <= now && !stopped) await deliverEvent(context, delivery)
  }

  function noteFault(error: unknown): number {
    context.log.error({ err: error }, 'payment sandbox: its events could not be sent')
    return pauseAfterErrorMs
  }

  /** Runs all due work after the current run, which may have begun before the caller queued its events. */
  function runDue(): Promise<void> {
    const round = (running ?? Promise.resolve())
      .then(work)
      .then(() => 0, noteFault)
      .then((leastPause) => {
        if (running === round) running = null
        plan(leastPause)
      })
    running = round
    return round
  }

  plan()
  return {
    runDue,
    flush: (patienceMs: number) =>
      Promise.race([runDue(), new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]),
    stop: async (): Promise<void> => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

/** Runs a scheduled job by its outcome. For `expired`, `findSession` ends the session if it has expired. */
const jobHandlers: Record<
  ScheduledJob['outcome'],
  (context: SandboxContext, subject: string) => void
> = {
  succeeded: (context, id) => settleSession(context, id, 'succeeded'),
  failed: (context, id) => settleSession(context, id, 'failed'),
  expired: findSession,
  renewed: renewSubscriptionWhenDue,
  resumed: resumeSubscriptionWhenDue,
  finalised: finaliseInvoiceWhenDue,
  lapsed: expireSubscription,
  'paid out': createPayout,
}

function runDueJobs(context: SandboxContext): void {
  const now = context.now()
  for (const { subject, due, outcome } of context.store.jobs())
    if (due <= now) context.store.together(() => jobHandlers[outcome](context, subject))
}

async function deliverEvent(context: SandboxContext, delivery: WebhookDelivery): Promise<void> {
  if (context.webhookUrl === null) return context.store.dropDelivery(delivery.event)
  const status = await postEvent(context, context.webhookUrl, delivery.event)
  const attempts = delivery.attempts + 1
  const isTaken = status >= 200 && status < 300
  if (!isTaken && attempts < maxAttempts) {
    const pause = Math.min(maxBackoffMs, 1000 * 2 ** attempts)
    return context.store.putDelivery({ ...delivery, attempts, due: context.now() + pause })
  }
  context.store.dropDelivery(delivery.event)
  if (!isTaken)
    context.log.warn({ event: delivery.event, attempts }, 'payment sandbox: gave up on an event')
}

/** Posts an event to the webhook. Returns the response's status, or 0 without a response. */
async function postEvent(context: SandboxContext, url: string, id: string): Promise<number> {
  const event = context.store.get('event', id)
  if (event === null) return 0
  const body = JSON.stringify(event, null, 2)
  const time = getCurrentSeconds(context)
  try {
    const answer = await context.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${calculateHmac(context.webhookSecret, `${time}.${body}`)}`,
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      body,
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    context.log.warn({ event: id, err: error }, 'payment sandbox: the shop did not answer')
    return 0
  }
}
