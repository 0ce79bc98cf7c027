import { retryDelay } from './back-off.ts'
import { describeFailure, type Failure, judgeSending, judgeWriting } from './failures.ts'
import { type Stationery, writeMessage } from './message.ts'
import type { ClaimedEmail, Outbox } from './outbox.ts'
import { answerMs, handOverMs, type MailTransport } from './transport.ts'

export interface MailLog {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}

/** What a courier carries. */
export interface Courier {
  outbox: Outbox
  transport: Pick<MailTransport, 'sendMail'>
  stationery: Stationery
  /** ms since 1970. */
  clock: () => number
  /** From 0 to 1. */
  random: () => number
  log: MailLog
  /** Emails that the server has accepted, while the database could not be told. */
  unnoted: Set<string>
  /** So many emails one after the other whose connection broke. */
  brokenInARow: number
  /** Aborted when there is no time left to wait for the server. */
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
export async function deliverBatch(courier: Courier, isStopping: () => boolean): Promise<boolean> {
  const { outbox, clock, unnoted } = courier
  for (const id of unnoted) await noteSent(courier, id)
  const claimedAt = clock()
  const emails = await outbox.claim(batchSize, leaseMs, claimedAt)
  for (const [index, email] of emails.entries()) {
    const outcome = await deliver(courier, email, claimedAt + latestMs)
    const isOutage = isOver(courier, outcome)
    if (!isOutage && outcome !== 'late' && !isStopping()) continue
    const rest = emails.slice(index + 1)
    if (rest.length > 0) await outbox.release(rest)
    return !isOutage
  }
  return emails.length === batchSize
}

/** Whether nothing can be sent at the moment, after what became of an email. */
function isOver(courier: Courier, failure: Outcome): boolean {
  courier.brokenInARow = failure === 'break' ? courier.brokenInARow + 1 : 0
  if (failure !== 'outage' && courier.brokenInARow < mostBroken) return false
  courier.brokenInARow = 0
  return true
}

async function deliver(courier: Courier, email: ClaimedEmail, latest: number): Promise<Outcome> {
  let wanted: ClaimedEmail | null
  try {
    wanted = await lookAgain(courier, email)
  } catch (error) {
    // With the database away this cannot be noted either, and the batch ends.
    return noteFailure(courier, email, 'email', error)
  }
  return wanted === null ? null : attempt(courier, wanted, latest)
}

/** Remembers that the server has an email until the database knows it, too. */
async function noteSent({ outbox, unnoted, clock }: Courier, id: string): Promise<void> {
  unnoted.add(id)
  await outbox.markSent(id, clock())
  unnoted.delete(id)
}

/** The email with what it shows as it is now; null when it was called off, since its reader has no need of it any more. */
async function lookAgain(
  { outbox, clock, log }: Courier,
  email: ClaimedEmail,
): Promise<ClaimedEmail | null> {
  if (!isMarketing(email) && !mayBeOutdated(email)) return email
  const { refusal, facts } = await outbox.lookAgain(email)
  if (refusal === null) return { ...email, data: Object.assign({}, email.data, facts) }
  const { id, template } = email
  log.info({ email: id, template, reason: refusal }, 'an email was called off')
  await outbox.callOff(email, refusal, clock())
  return null
}

async function attempt(courier: Courier, email: ClaimedEmail, latest: number): Promise<Outcome> {
  let message: Awaited<ReturnType<typeof writeMessage>>
  try {
    message = await writeMessage(email, courier.stationery)
  } catch (error) {
    return noteFailure(courier, email, judgeWriting(error), error)
  }
  if (courier.clock() > latest) {
    await courier.outbox.release([email])
    return 'late'
  }
  const doubt = Promise.withResolvers<'doubt'>()
  const sending = courier.transport
    .sendMail({ ...message, signal: courier.cutOff }, () => doubt.resolve('doubt'))
    .then(
      () => null,
      (error: unknown) => ({ error }),
    )
  const outcome = await Promise.race([sending, doubt.promise])
  if (outcome === 'doubt') return leaveInDoubt(courier, email, sending)
  if (outcome !== null)
    return noteFailure(courier, email, judgeSending(outcome.error), outcome.error)
  await noteSent(courier, email.id)
  return null
}

/**
 * The server has the email and thinks about it: the others go on meanwhile, and nobody sends it again as long as an
 * answer can come.
 */
async function leaveInDoubt(
  courier: Courier,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<Failure> {
  const { outbox, clock, log } = courier
  const error = 'The server has it and has not said whether it takes it'
  const { id, template, attempts } = email
  log.warn({ email: id, template, attempt: attempts, error }, 'an email is in doubt')
  void hearOf(courier, email, sending).catch((fault: unknown) =>
    log.warn({ email: id, error: describeFailure(fault) }, 'what became of an email is not noted'),
  )
  const now = clock()
  await outbox.markFailed(email, { error, now, retryAt: now + doubtMs })
  return 'break'
}

async function hearOf(
  courier: Courier,
  email: ClaimedEmail,
  sending: Promise<{ error: unknown } | null>,
): Promise<void> {
  const outcome = await sending
  if (outcome === null) await noteSent(courier, email.id)
  // Where we have cut it off ourselves, the server may take it still.
  else if (!courier.cutOff.aborted)
    await noteFailure(courier, email, judgeSending(outcome.error), outcome.error)
}

/** What may be unsubscribed from knows its reader's hash; asking whether somebody wants it is no marketing. */
function isMarketing({ template, data }: ClaimedEmail): boolean {
  if (template === 'newsletter_confirm') return false
  return typeof data === 'object' && data !== null && 'emailHash' in data
}

/** A box is cancelled, taken back and paid for while an email about it waits. */
function mayBeOutdated({ template }: ClaimedEmail): boolean {
  return ['box_cancelled', 'box_resumed', 'box_payment_failed'].includes(template)
}

async function noteFailure(
  { outbox, clock, random, log }: Courier,
  email: ClaimedEmail,
  failure: Failure,
  cause: unknown,
): Promise<Failure> {
  const delay = failure === 'permanent' ? null : retryDelay(email.attempts, random())
  const reason = describeFailure(cause)
  const error = failure === 'break' ? `Broken off under way: ${reason}` : reason
  const { id, template, attempts } = email
  const details = { email: id, template, attempt: attempts, error }
  if (delay === null) log.error(details, 'an email cannot be sent')
  else log.warn({ ...details, retryInMs: delay }, 'an email will be sent later')
  const now = clock()
  await outbox.markFailed(email, { error, now, retryAt: delay === null ? null : now + delay })
  return failure
}
