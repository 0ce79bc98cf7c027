import { EmailError } from './emails.ts'

/**
 * What to do about an email that could not be sent. `permanent`: it never will be. `email`: this one later, others
 * may do better. `break`: the connection broke under way, which is this email's own matter unless it goes on with
 * others. `outage`: nothing can be sent at the moment.
 */
export type Failure = 'permanent' | 'email' | 'break' | 'outage'

export function judgeWriting(error: unknown): Failure {
  return error instanceof EmailError ? 'permanent' : 'email'
}

/** What nodemailer's errors say, and `isUnderWay` (see MailTransport). */
interface SmtpFacts {
  code?: string
  command?: string
  permanent?: boolean
  responseCode?: number
  isUnderWay?: boolean
}

export function judgeSending(error: unknown): Failure {
  const facts: SmtpFacts = typeof error === 'object' && error !== null ? error : {}
  const { code, command, permanent, responseCode, isUnderWay } = facts
  // With 421 the server closes the connection.
  const isAnswered = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421
  if (!isAnswered) return isUnderWay === true ? 'break' : 'outage'
  // A refused sender concerns every email: somebody mends the configuration, and then they go.
  if (command === 'MAIL FROM' && responseCode !== undefined) return 'outage'
  return permanent === true ? 'permanent' : 'email'
}

/** The error in a line for the log and the outbox, without addresses. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .slice(0, 1000)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[^\s<>@]+@[^\s<>@]+/g, '(address)')
    .slice(0, 300)
}

const minute = 60_000
const waits = [minute / 2, 2 * minute, 10 * minute, 60 * minute, 6 * 60 * minute] as const

/** Some three days of trying; then nobody waits for the email any more. */
const mostAttempts = 16

/** After the given attempt (from 1), a fifth more or less; null when it was the last. `random` is from 0 to 1. */
export function retryDelay(attempt: number, random: number): number | null {
  if (attempt >= mostAttempts) return null
  const wait = waits[Math.min(attempt, waits.length) - 1] ?? waits[0]
  return Math.round(wait * (0.8 + 0.4 * random))
}
