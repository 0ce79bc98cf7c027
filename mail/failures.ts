import { EmailError } from './emails.ts'

/**
 * What to do about an email that could not be sent. `permanent`: this email never will be. `email`: this one
 * later, others may do better. `break`: the connection broke under way, which is this email's own matter unless
 * it goes on with others. `outage`: nothing can be sent at the moment.
 */
export type Failure = 'permanent' | 'email' | 'break' | 'outage'

/** Judges why an email could not be written out. */
export function judgeWriting(error: unknown): Failure {
  return error instanceof EmailError ? 'permanent' : 'email'
}

/** Judges why the transport did not take an email. */
export function judgeSending(error: unknown): Failure {
  const { code, command, permanent, responseCode, isUnderWay } = smtpFacts(error)
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

interface SmtpFacts {
  code?: string
  command?: string
  permanent?: boolean
  responseCode?: number
  /** See MailTransport. */
  isUnderWay?: boolean
}

function smtpFacts(error: unknown): SmtpFacts {
  return typeof error === 'object' && error !== null ? error : {}
}
