import { retryDelay } from './back-off.ts'
import { describeFailure, type Failure, judgeSending, judgeWriting } from './failures.ts'
import { type Stationery, writeMessage } from './message.ts'
import type { ClaimedLetter, Outbox } from './outbox.ts'
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
  /** Letters that the server has accepted, while the database could not be told. */
  unnoted: Set<string>
  /** So many letters one after the other whose connection broke. */
  brokenInARow: number
  /** Aborted when there is no time left to wait for the server. */
  cutOff: AbortSignal
}

const batchSize = 10
const leaseMs = 60_000
/** No letter is sent later than this after it was claimed: else its lease could end on the way, and another sends it too. */
const latestMs = leaseMs - handOverMs - 5000
/** When a letter is tried again about which the server has said nothing: not before it can be heard of no more. */
const doubtMs = handOverMs + answerMs + 60_000
/** When the connection breaks with so many letters in a row, that says something of the server and not of them. */
const mostBroken = 5

/** What became of a letter: null when it is sent or called off, `late` when it was given back, since its lease is nearly over. */
type Outcome = Failure | 'late' | null

/**
 * Notes what was sent while the database was away, then claims up to ten letters and sends them one by one. Says whether
 * there may be more to send now. What was not tried, because nothing can be sent, the time is over or `isStopping`,
 * goes back.
 * @throws when the database cannot be asked
 */
export async function deliverBatch(courier: Courier, isStopping: () => boolean): Promise<boolean> {
  const { outbox, clock, unnoted } = courier
  for (const id of unnoted) await noteSent(courier, id)
  const claimedAt = clock()
  const letters = await outbox.claim(batchSize, leaseMs, claimedAt)
  for (const [index, letter] of letters.entries()) {
    const outcome = await deliver(courier, letter, claimedAt + latestMs)
    const isOutage = isOver(courier, outcome)
    if (!isOutage && outcome !== 'late' && !isStopping()) continue
    const rest = letters.slice(index + 1)
    if (rest.length > 0) await outbox.release(rest)
    return !isOutage
  }
  return letters.length === batchSize
}

/** Whether nothing can be sent at the moment, after what became of a letter. */
function isOver(courier: Courier, failure: Outcome): boolean {
  courier.brokenInARow = failure === 'break' ? courier.brokenInARow + 1 : 0
  if (failure !== 'outage' && courier.brokenInARow < mostBroken) return false
  courier.brokenInARow = 0
  return true
}

async function deliver(courier: Courier, letter: ClaimedLetter, latest: number): Promise<Outcome> {
  let wanted: ClaimedLetter | null
  try {
    wanted = await lookAgain(courier, letter)
  } catch (error) {
    // With the database away this cannot be noted either, and the batch ends.
    return noteFailure(courier, letter, 'letter', error)
  }
  return wanted === null ? null : attempt(courier, wanted, latest)
}

/** Remembers that the server has a letter until the database knows it, too. */
async function noteSent({ outbox, unnoted, clock }: Courier, id: string): Promise<void> {
  unnoted.add(id)
  await outbox.markSent(id, clock())
  unnoted.delete(id)
}

/** The letter with what it shows as it is now; null when it was called off, since its reader has no need of it any more. */
async function lookAgain(
  { outbox, clock, log }: Courier,
  letter: ClaimedLetter,
): Promise<ClaimedLetter | null> {
  if (!isMarketing(letter) && !mayBeOutdated(letter)) return letter
  const { refusal, facts } = await outbox.lookAgain(letter)
  if (refusal === null) return { ...letter, data: Object.assign({}, letter.data, facts) }
  const { id, template } = letter
  log.info({ letter: id, template, reason: refusal }, 'a letter was called off')
  await outbox.callOff(letter, refusal, clock())
  return null
}

async function attempt(courier: Courier, letter: ClaimedLetter, latest: number): Promise<Outcome> {
  let message: Awaited<ReturnType<typeof writeMessage>>
  try {
    message = await writeMessage(letter, courier.stationery)
  } catch (error) {
    return noteFailure(courier, letter, judgeWriting(error), error)
  }
  if (courier.clock() > latest) {
    await courier.outbox.release([letter])
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
  if (outcome === 'doubt') return leaveInDoubt(courier, letter, sending)
  if (outcome !== null)
    return noteFailure(courier, letter, judgeSending(outcome.error), outcome.error)
  await noteSent(courier, letter.id)
  return null
}

/**
 * The server has the letter and thinks about it: the others go on meanwhile, and nobody sends it again as long as an
 * answer can come.
 */
async function leaveInDoubt(
  courier: Courier,
  letter: ClaimedLetter,
  sending: Promise<{ error: unknown } | null>,
): Promise<Failure> {
  const { outbox, clock, log } = courier
  const error = 'The server has it and has not said whether it takes it'
  const { id, template, attempts } = letter
  log.warn({ letter: id, template, attempt: attempts, error }, 'a letter is in doubt')
  void hearOf(courier, letter, sending).catch((fault: unknown) =>
    log.warn({ letter: id, error: describeFailure(fault) }, 'what became of a letter is not noted'),
  )
  const now = clock()
  await outbox.markFailed(letter, { error, now, retryAt: now + doubtMs })
  return 'break'
}

async function hearOf(
  courier: Courier,
  letter: ClaimedLetter,
  sending: Promise<{ error: unknown } | null>,
): Promise<void> {
  const outcome = await sending
  if (outcome === null) await noteSent(courier, letter.id)
  // Where we have cut it off ourselves, the server may take it still.
  else if (!courier.cutOff.aborted)
    await noteFailure(courier, letter, judgeSending(outcome.error), outcome.error)
}

/** What may be unsubscribed from knows its reader's hash; asking whether somebody wants it is no marketing. */
function isMarketing({ template, data }: ClaimedLetter): boolean {
  if (template === 'newsletter_confirm') return false
  return typeof data === 'object' && data !== null && 'emailHash' in data
}

/** A box is cancelled, taken back and paid for while a letter about it waits. */
function mayBeOutdated({ template }: ClaimedLetter): boolean {
  return ['box_cancelled', 'box_resumed', 'box_payment_failed'].includes(template)
}

async function noteFailure(
  { outbox, clock, random, log }: Courier,
  letter: ClaimedLetter,
  failure: Failure,
  cause: unknown,
): Promise<Failure> {
  const delay = failure === 'permanent' ? null : retryDelay(letter.attempts, random())
  const reason = describeFailure(cause)
  const error = failure === 'break' ? `Broken off under way: ${reason}` : reason
  const { id, template, attempts } = letter
  const details = { letter: id, template, attempt: attempts, error }
  if (delay === null) log.error(details, 'a letter cannot be sent')
  else log.warn({ ...details, retryInMs: delay }, 'a letter will be sent later')
  const now = clock()
  await outbox.markFailed(letter, { error, now, retryAt: delay === null ? null : now + delay })
  return failure
}
