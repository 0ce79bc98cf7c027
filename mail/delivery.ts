import {
  describeFailure,
  type Failure,
  classifySendError,
  classifyRenderError,
  retryDelay,
} from './failures.ts'
import { type MessageOptions, createMessage } from './message.ts'
import type { ClaimedEmail, Outbox } from './outbox.ts'
import type { ParallelSends } from './parallel-sends.ts'
import { claimPriorities } from './priorities.ts'
import { responseTimeoutMs, transferTimeoutMs, type MailTransport } from './transport.ts'

type LogLine = (details: object, message: string) => void
export type MailLog = Record<'info' | 'warn' | 'error', LogLine>

export interface WorkerContext {
  outbox: Outbox
  transport: Pick<MailTransport, 'sendMail'>
  messageOptions: MessageOptions
  /** ms since 1970. */
  clock: () => number
  /** From 0 to 1. */
  random: () => number
  log: MailLog
  /** Ids of emails that the mail server has accepted, and that could not be marked as sent in the database yet. */
  unrecordedSends: Set<string>
  consecutiveDisconnects: number
  parallelSends: ParallelSends
  /** Number of claims so far. */
  claims: number
  cutOff: AbortSignal
}

/** Every third claim takes the oldest email, so that urgent ones never keep others waiting for ever. */
const oldestEvery = 3
const leaseMs = 60_000
/** Latest time to send an email, in ms after its claim: later, its lease could expire and another worker send it, too. */
const maxSendDelayMs = leaseMs - transferTimeoutMs - 5000
/** Delay in ms before a retry of an email that the server has not acknowledged; until then an answer may still come. */
const unacknowledgedRetryMs = transferTimeoutMs + responseTimeoutMs + 60_000
/** Number of consecutive emails with a broken connection after which the cause is taken to be the server, not the emails. */
const maxConsecutiveDisconnects = 5

/**
 * Result of an attempt: null when the email is sent or called off. It is `late` when it was released shortly before its lease
 * ends, and `refused` when it was released because the server takes no further connection beside the present ones.
 */
type Outcome = Failure | 'late' | 'refused' | null

/**
 * Marks emails that were sent while the database was unavailable, then claims the next email and sends it. Returns true when
 * there may be more to send now.
 * @throws when the database cannot be reached
 */
export async function deliverNext(
  context: WorkerContext,
  isStopping: () => boolean,
): Promise<boolean> {
  const { outbox, clock, unrecordedSends } = context
  for (const id of unrecordedSends) await recordSent(context, id)
  const claimedAt = clock()
  const isOldest = ++context.claims % oldestEvery === 0
  const email = await outbox.claim(leaseMs, isOldest ? {} : claimPriorities)
  if (email === null) return false
  if (isStopping()) {
    await outbox.release(email)
    return false
  }
  const outcome = await deliverEmail(context, email, claimedAt + maxSendDelayMs)
  return outcome !== 'refused' && !hasLostServer(context, outcome)
}

function hasLostServer(context: WorkerContext, outcome: Outcome): boolean {
  context.consecutiveDisconnects = outcome === 'break' ? context.consecutiveDisconnects + 1 : 0
  if (outcome !== 'outage' && context.consecutiveDisconnects < maxConsecutiveDisconnects)
    return false
  context.consecutiveDisconnects = 0
  context.parallelSends.reset()
  return true
}

async function deliverEmail(
  context: WorkerContext,
  email: ClaimedEmail,
  latest: number,
): Promise<Outcome> {
  let wanted: ClaimedEmail | null
  try {
    wanted = await recheckEmail(context, email)
  } catch (error) {
    // Without the database the failure cannot be recorded either: noteFailure throws, and the batch ends.
    return recordFailure(context, email, 'email', error)
  }
  return wanted === null ? null : attemptDelivery(context, wanted, latest)
}

async function recordSent({ outbox, unrecordedSends }: WorkerContext, id: string): Promise<void> {
  try {
    await outbox.markSent(id)
    unrecordedSends.delete(id)
  } catch (error) {
    unrecordedSends.add(id)
    throw error
  }
}

/** Templates that may be outdated when they are sent, because a box can be cancelled, skipped, resumed or paid meanwhile. */
const outdatedFailure = new Set([
  'box_cancelled',
  'box_resumed',
  'box_payment_confirm',
  'box_payment_failed',
  'box_skipped',
  'box_unskipped',
])

/** Templates that ask for consent, which are not checked again before they are sent. */
const outboxChecks = new Set(['newsletter_confirm', 'tell_me_confirm'])

/** Returns true for emails that can be unsubscribed from: their data has the recipient's hash. */
function isRecheckRequired({ template, data }: ClaimedEmail): boolean {
  if (outboxChecks.has(template)) return false
  return typeof data === 'object' && data !== null && 'emailHash' in data
}

/** Returns the email with current data, or null when it was called off because it is no longer wanted or true. */
async function recheckEmail(
  { outbox, log }: WorkerContext,
  email: ClaimedEmail,
): Promise<ClaimedEmail | null> {
  const { id, template } = email
  if (!isRecheckRequired(email) && !outdatedFailure.has(template)) return email
  const { refusal, facts } = await outbox.lookAgain(email)
  if (refusal === null) return { ...email, data: Object.assign({}, email.data, facts) }
  log.info({ id, template, reason: refusal }, 'email: called off')
  await outbox.callOff(email, refusal)
  return null
}

async function attemptDelivery(
  context: WorkerContext,
  email: ClaimedEmail,
  latest: number,
): Promise<Outcome> {
  let message: Awaited<ReturnType<typeof createMessage>>
  try {
    message = await createMessage(email, context.messageOptions)
  } catch (error) {
    return recordFailure(context, email, classifyRenderError(error), error)
  }
  if (context.clock() > latest) {
    await context.outbox.release(email)
    return 'late'
  }
  const doubt = Promise.withResolvers<'doubt'>()
  const sending = context.transport
    .sendMail({ ...message, signal: context.cutOff }, () => doubt.resolve('doubt'))
    .then(
      () => null,
      (error: unknown) => ({ error }),
    )
  const outcome = await Promise.race([sending, doubt.promise])
  if (outcome === 'doubt') return postponeUnacknowledged(context, email, sending)
  if (outcome !== null) return handleSendError(context, email, outcome.error)
  await recordSent(context, email.id)
  context.parallelSends.noteAccepted()
  return null
}

async function handleSendError(
  context: WorkerContext,
  email: ClaimedEmail,
  error: unknown,
): Promise<Outcome> {
  const failure = classifySendError(error)
  if (failure !== 'outage' || !context.parallelSends.reduce())
    return recordFailure(context, email, failure, error)
  const { id, template } = email
  context.log.warn(
    { id, template, error: describeFailure(error) },
    'email: sent later, over fewer connections',
  )
  await context.outbox.release(email)
  return 'refused'
}

/** Lets other emails go on while the server may still answer; until then no worker sends this one again. */
async function postponeUnacknowledged(
  context: WorkerContext,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<Failure> {
  const { outbox, log } = context
  const error = 'The server has it and has not said whether it takes it'
  const { id, template, attempts } = email
  log.warn({ id, template, attempt: attempts, error }, 'email: in doubt')
  void recordLateOutcome(context, email, sending).catch((fault: unknown) =>
    log.warn({ id, error: describeFailure(fault) }, 'email: what became of it is not noted'),
  )
  await outbox.markFailed(email, error, unacknowledgedRetryMs)
  return 'break'
}

async function recordLateOutcome(
  context: WorkerContext,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<void> {
  const outcome = await sending
  if (outcome === null) await recordSent(context, email.id)
  // After we aborted the connection ourselves, the server may still accept the email.
  else if (!context.cutOff.aborted)
    await recordFailure(context, email, classifySendError(outcome.error), outcome.error)
}

async function recordFailure(
  { outbox, random, log }: WorkerContext,
  email: ClaimedEmail,
  failure: Failure,
  cause: unknown,
): Promise<Failure> {
  const { id, template, attempts } = email
  const delay = failure === 'permanent' ? null : retryDelay(attempts, random())
  const reason = describeFailure(cause)
  const error = failure === 'break' ? `Broken off under way: ${reason}` : reason
  const details = { id, template, attempt: attempts, error }
  if (delay === null) log.error(details, 'email: cannot be sent')
  else log.warn({ ...details, retryInMs: delay }, 'email: will be sent later')
  await outbox.markFailed(email, error, delay)
  return failure
}
