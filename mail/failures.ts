import { EmailError } from './emails.ts'

/**
 * Kinds of failure. `permanent`: this email is never retried. `email`: this email is retried later, and the next one is sent.
 * `break`: the connection broke during this email; the next one is sent, but several in a row count as an outage. `outage`: no
 * email can be sent at the moment.
 */
export type FailureKind = 'permanent' | 'email' | 'break' | 'outage'

export function classifyRenderError(error: unknown): FailureKind {
  return error instanceof EmailError ? 'permanent' : 'email'
}

/**
 * The properties of nodemailer's errors that are used here, and `isUnderWay`, which our transport adds when the connection broke
 * during the transfer.
 */
interface SmtpError {
  code?: string
  command?: string
  permanent?: boolean
  response?: string
  responseCode?: number
  isUnderWay?: boolean
}

export function classifySendError(error: unknown): FailureKind {
  const facts: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const { code, command, permanent, response = '', responseCode, isUnderWay } = facts
  // Status 421 is not about the email: the server sends it when it closes the connection.
  const isAnswered = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421
  if (!isAnswered) return isUnderWay === true ? 'break' : 'outage'
  // A refused sender's email address affects every email, so none is given up. All are sent once the configuration is corrected.
  if (command === 'MAIL FROM' && responseCode !== undefined) return 'outage'
  // X.4.5 is “mail system congestion” (RFC 3463, section 3.5), by which Gmail means a used up daily quota: it affects every email.
  if (/^\d{3}[ -][45]\.4\.5\b/.test(response)) return 'outage'
  return permanent === true && !isAboutLimit.test(response) ? 'permanent' : 'email'
}

/**
 * Words of replies about a quota or a rate, which providers also send with a permanent status. They are no outage, because a reply
 * may quote the recipient's server, so that anybody could stop all emails.
 */
const isAboutLimit =
  /\b(?:quota|limit|limits|too many|too much|throttl\w+|(?:sending|message) rate)\b/i

/** Returns the message of an error on one line, for the log and the outbox, with email addresses removed. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .slice(0, 1000)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[^\s<>@]+@[^\s<>@]+/g, '(address)')
    .slice(0, 300)
}

const minute = 60_000
const retryDelays = [minute / 2, 2 * minute, 10 * minute, 60 * minute, 6 * 60 * minute] as const

/** The maximum number of attempts, which take about three days; a later email would be of no use. */
const maxAttempts = 16

/**
 * Returns the delay in ms after a failed attempt (numbered from 1), with 20% jitter; null after the last one. `random` is from 0 to
 * 1.
 */
export function getRetryDelayMs(attempt: number, random: number): number | null {
  if (attempt >= maxAttempts) return null
  const wait = retryDelays[Math.min(attempt, retryDelays.length) - 1] ?? retryDelays[0]
  return Math.round(wait * (0.8 + 0.4 * random))
}
