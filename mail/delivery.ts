import {
  describeFailure,
  type FailureKind,
  classifySendError,
  classifyRenderError,
  getRetryDelayMs,
} from './failures.ts'
import { type MessageOptions, createMessage } from './message.ts'
import type { ClaimedEmail, Outbox } from './outbox.ts'
import type { SendLimiter } from './send-limiter.ts'
import { getClaimPriorities } from './priorities.ts'
import { responseTimeoutMs, transferTimeoutMs, type MailTransport } from './transport.ts'

type LogLine = (details: object, message: string) => void
export type MailLog = Record<'info' | 'warn' | 'error', LogLine>

export interface WorkerContext {
  outbox: Outbox
  transport: Pick<MailTransport, 'sendMail'>
  messageOptions: MessageOptions
  /** Returns the current time in ms since 1970. */
  clock: () => number
  /** Returns a random number from 0 to 1. */
  random: () => number
  log: MailLog
  /** Ids of emails that the mail server has accepted, but that could not yet be marked as sent in the database. */
  unrecordedSends: Set<string>
  consecutiveDisconnects: number
  parallelSends: SendLimiter
  /** Number of claims so far. */
  claims: number
  cutOff: AbortSignal
}

const leaseMs = 60_000
/**
 * The latest time to start sending an email, in ms after it was claimed. An email that is sent later could outlast its lease, and
 * another worker would send it as well.
 */
const maxSendDelayMs = leaseMs - transferTimeoutMs - 5000
/**
 * The delay in ms before the retry of an email that the server has received and neither accepted nor refused. It is longer than the
 * timeout for the server's answer.
 */
const unacknowledgedRetryMs = transferTimeoutMs + responseTimeoutMs + 60_000
/** The number of consecutive emails during which the connection broke, after which the server is taken to be the cause. */
const maxConsecutiveDisconnects = 5

/**
 * Result of an attempt: null when the email is sent or called off. It is `late` when it was released shortly before its lease
 * ends, and `refused` when it was released because the server takes no further connection beside the present ones.
 */
type Outcome = FailureKind | 'late' | 'refused' | null

/** The result of a turn: there may be `more` to send now, `none` is due, or nothing can be sent because of an `outage`. */
export type DeliveryOutcome = 'more' | 'none' | 'outage'

/**
 * Marks emails that were sent while the database was unavailable, then claims the next email and sends it.
 * @throws when the database cannot be reached
 */
export async function deliverNextEmail(
  context: WorkerContext,
  isStopping: () => boolean,
): Promise<DeliveryOutcome> {
  const { outbox, clock, unrecordedSends } = context
  for (const id of unrecordedSends) await recordSent(context, id)
  const claimedAt = clock()
  context.claims += 1
  const email = await outbox.claim(leaseMs, getClaimPriorities(context.claims))
  if (email === null) return 'none'
  if (isStopping()) {
    await outbox.release(email)
    return 'none'
  }
  const outcome = await deliverEmail(context, email, claimedAt + maxSendDelayMs)
  return hasLostServer(context, outcome) ? 'outage' : 'more'
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
    // When the database is the cause, `recordFailure` throws as well, which ends the batch.
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

/** Templates about the state of a subscription or of orders. It may change before the email is sent, so the database is asked again. */
const changeableTemplates = new Set([
  'box_cancelled',
  'box_resumed',
  'box_payment_confirm',
  'box_payment_failed',
  'box_skipped',
  'box_unskipped',
  'recipe_news',
])

/** Templates that ask for consent to marketing. They have an unsubscribe link, but are sent without asking the database again. */
const consentRequests = new Set(['newsletter_confirm', 'tell_me_confirm'])

/**
 * Returns true for marketing emails, which have the hash of the recipient's address: the recipient may have unsubscribed by now.
 */
function isRecheckRequired({ template, data }: ClaimedEmail): boolean {
  if (consentRequests.has(template)) return false
  return typeof data === 'object' && data !== null && 'emailHash' in data
}

/** Returns the email with current data, or null when it was cancelled because it is unwanted or outdated. */
async function recheckEmail(
  { outbox, log }: WorkerContext,
  email: ClaimedEmail,
): Promise<ClaimedEmail | null> {
  const { id, template } = email
  if (!isRecheckRequired(email) && !changeableTemplates.has(template)) return email
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

/**
 * Schedules a late retry of an email that the server has received and not yet accepted, and lets other emails go on. No worker
 * sends the email again while the server may still answer.
 */
async function postponeUnacknowledged(
  context: WorkerContext,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<FailureKind> {
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
  // An aborted connection is not recorded as a failure, because the server may still accept the email.
  else if (!context.cutOff.aborted)
    await recordFailure(context, email, classifySendError(outcome.error), outcome.error)
}

async function recordFailure(
  { outbox, random, log }: WorkerContext,
  email: ClaimedEmail,
  failure: FailureKind,
  cause: unknown,
): Promise<FailureKind> {
  const { id, template, attempts } = email
  const delay = failure === 'permanent' ? null : getRetryDelayMs(attempts, random())
  const reason = describeFailure(cause)
  const error = failure === 'break' ? `Broken off under way: ${reason}` : reason
  const details = { id, template, attempt: attempts, error }
  if (delay === null) log.error(details, 'email: cannot be sent')
  else log.warn({ ...details, retryInMs: delay }, 'email: will be sent later')
  await outbox.markFailed(email, error, delay)
  return failure
}
