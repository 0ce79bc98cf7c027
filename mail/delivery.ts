import {
  describeFailure,
  type Failure,
  judgeSending,
  judgeWriting,
  retryDelay,
} from './failures.ts'
import { type MessageOptions, writeMessage } from './message.ts'
import type { ClaimedEmail, Outbox } from './outbox.ts'
import { answerMs, handOverMs, type MailTransport } from './transport.ts'

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
  /** Emails that the server has accepted, while the database could not be told. */
  unnoted: Set<string>
  brokenInARow: number
  cutOff: AbortSignal
}

const batchSize = 10
const leaseMs = 60_000
/** No email is sent later than this after it was claimed: else its lease could end on the way, and another sends it too. */
const latestMs = leaseMs - handOverMs - 5000
/** When an email is tried again about which the server has said nothing: not before it can be heard of no more. */
const doubtMs = handOverMs + answerMs + 60_000
/** When the connection breaks with so many emails in a row, that says something of the server and not of them. */
const mostBroken = 5

/** What became of an email: null when it is sent or called off, `late` when it was given back, since its lease is nearly over. */
type Outcome = Failure | 'late' | null

/**
 * Notes what was sent while the database was away, then claims up to ten emails and sends them one by one. Says whether
 * there may be more to send now. What was not tried, because nothing can be sent, the time is over or `isStopping`,
 * goes back.
 * @throws when the database cannot be asked
 */
export async function deliverBatch(
  context: WorkerContext,
  isStopping: () => boolean,
): Promise<boolean> {
  const { outbox, clock, unnoted } = context
  for (const id of unnoted) await noteSent(context, id)
  const claimedAt = clock()
  const emails = await outbox.claim(batchSize, leaseMs)
  for (const [index, email] of emails.entries()) {
    const outcome = await deliver(context, email, claimedAt + latestMs)
    const isOutage = isOver(context, outcome)
    if (!isOutage && outcome !== 'late' && !isStopping()) continue
    const rest = emails.slice(index + 1)
    if (rest.length > 0) await outbox.release(rest)
    return !isOutage
  }
  return emails.length === batchSize
}

function isOver(context: WorkerContext, outcome: Outcome): boolean {
  context.brokenInARow = outcome === 'break' ? context.brokenInARow + 1 : 0
  if (outcome !== 'outage' && context.brokenInARow < mostBroken) return false
  context.brokenInARow = 0
  return true
}

async function deliver(
  context: WorkerContext,
  email: ClaimedEmail,
  latest: number,
): Promise<Outcome> {
  let wanted: ClaimedEmail | null
  try {
    wanted = await lookAgain(context, email)
  } catch (error) {
    // With the database away this cannot be noted either, and the batch ends.
    return noteFailure(context, email, 'email', error)
  }
  return wanted === null ? null : attempt(context, wanted, latest)
}

async function noteSent({ outbox, unnoted }: WorkerContext, id: string): Promise<void> {
  unnoted.add(id)
  await outbox.markSent(id)
  unnoted.delete(id)
}

/** A box is cancelled, skipped, taken back and paid for while one of these waits. */
const outdated = new Set([
  'box_cancelled',
  'box_resumed',
  'box_payment_confirm',
  'box_payment_failed',
  'box_skipped',
  'box_unskipped',
])

/** Asking whether somebody wants to be written to is not looked at again. */
const questions = new Set(['newsletter_confirm', 'tell_me_confirm'])

/** What may be unsubscribed from knows its reader's hash. */
function mayBeUnwanted({ template, data }: ClaimedEmail): boolean {
  if (questions.has(template)) return false
  return typeof data === 'object' && data !== null && 'emailHash' in data
}

/** The email with what it shows as it is now; null when it was called off, since its reader has no need of it any more. */
async function lookAgain(
  { outbox, log }: WorkerContext,
  email: ClaimedEmail,
): Promise<ClaimedEmail | null> {
  const { id, template } = email
  if (!mayBeUnwanted(email) && !outdated.has(template)) return email
  const { refusal, facts } = await outbox.lookAgain(email)
  if (refusal === null) return { ...email, data: Object.assign({}, email.data, facts) }
  log.info({ id, template, reason: refusal }, 'email: called off')
  await outbox.callOff(email, refusal)
  return null
}

async function attempt(
  context: WorkerContext,
  email: ClaimedEmail,
  latest: number,
): Promise<Outcome> {
  let message: Awaited<ReturnType<typeof writeMessage>>
  try {
    message = await writeMessage(email, context.messageOptions)
  } catch (error) {
    return noteFailure(context, email, judgeWriting(error), error)
  }
  if (context.clock() > latest) {
    await context.outbox.release([email])
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
  if (outcome === 'doubt') return leaveInDoubt(context, email, sending)
  if (outcome !== null)
    return noteFailure(context, email, judgeSending(outcome.error), outcome.error)
  await noteSent(context, email.id)
  return null
}

/** The others go on meanwhile, and nobody sends it again as long as an answer can come. */
async function leaveInDoubt(
  context: WorkerContext,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<Failure> {
  const { outbox, log } = context
  const error = 'The server has it and has not said whether it takes it'
  const { id, template, attempts } = email
  log.warn({ id, template, attempt: attempts, error }, 'email: in doubt')
  void hearOf(context, email, sending).catch((fault: unknown) =>
    log.warn({ id, error: describeFailure(fault) }, 'email: what became of it is not noted'),
  )
  await outbox.markFailed(email, error, doubtMs)
  return 'break'
}

async function hearOf(
  context: WorkerContext,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<void> {
  const outcome = await sending
  if (outcome === null) await noteSent(context, email.id)
  // Where we have cut it off ourselves, the server may take it still.
  else if (!context.cutOff.aborted)
    await noteFailure(context, email, judgeSending(outcome.error), outcome.error)
}

async function noteFailure(
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
