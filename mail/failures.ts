import { EmailError } from './emails.ts'

/**
 * Kinds of failure of an email. `permanent`: it is never tried again. `email`: this one is tried again later, and others go
 * on. `break`: the connection broke during the email, which is its own fault unless the same happens to others. `outage`:
 * nothing can be sent at the moment.
 */
export type Failure = 'permanent' | 'email' | 'break' | 'outage'

export function classifyRenderError(error: unknown): Failure {
  return error instanceof EmailError ? 'permanent' : 'email'
}

/** Properties of nodemailer's errors, and `isUnderWay` (see MailTransport). */
interface SmtpError {
  code?: string
  command?: string
  permanent?: boolean
  responseCode?: number
  isUnderWay?: boolean
}

export function classifySendError(error: unknown): Failure {
  const facts: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const { code, command, permanent, responseCode, isUnderWay } = facts
  // A server closes the connection with 421.
  const isAnswered = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421
  if (!isAnswered) return isUnderWay === true ? 'break' : 'outage'
  // A refused sender concerns every email: all are sent once the configuration is mended.
  if (command === 'MAIL FROM' && responseCode !== undefined) return 'outage'
  return permanent === true ? 'permanent' : 'email'
}

/** Returns an error's message on one line for the log and the outbox, without email addresses. */
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

/** Attempts in about three days; after that nobody waits for the email any more. */
const maxAttempts = 16

/**
 * Returns the ms to wait after the given attempt (from 1), with 20% jitter; null when it was the last. `random` is from 0
 * to 1.
 */
export function retryDelay(attempt: number, random: number): number | null {
  if (attempt >= maxAttempts) return null
  const wait = retryDelays[Math.min(attempt, retryDelays.length) - 1] ?? retryDelays[0]
  return Math.round(wait * (0.8 + 0.4 * random))
}
