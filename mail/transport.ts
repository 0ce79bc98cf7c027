import { createTransport, type SendMailOptions } from 'nodemailer'
import { setNodeTimer, type SetTimer } from './timer.ts'

export type MailTransport = ReturnType<typeof createMailTransport>

/** Timeout for transferring a message to the server, ms. */
export const transferTimeoutMs = 25_000
/**
 * Timeout for the server's answer after the transfer, ms. A shorter one would send messages again that the server has
 * accepted (RFC 5321, 4.5.3.2.6).
 */
export const responseTimeoutMs = 10 * 60_000

interface Progress {
  isUnderWay: boolean
  isHandedOver: boolean
}

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string
  /**
   * Requires STARTTLS before anything is sent. Otherwise an attacker who removes the server's offer of STARTTLS could read
   * the password, people's addresses and links that sign them in.
   */
  requiresTls: boolean
}

/**
 * Creates a pool of at most five connections to an SMTP server. A message that is not transferred within
 * `transferTimeoutMs` fails; after a transfer the server has `responseTimeoutMs` more to answer. The contents of an email
 * cannot make nodemailer read a file or a URL.
 */
export function createMailTransport(smtp: SmtpSettings, setTimer: SetTimer = setNodeTimer) {
  const pool = createPool(smtp)
  const underWay = watchProgress(pool)
  return {
    /**
     * Resolves when the server has accepted the message. `onDoubt` is called when the server has all of it and has not
     * answered within `transferTimeoutMs`. Errors during the transfer of a message have `isUnderWay`.
     */
    async sendMail(
      { signal: callersSignal, ...message }: SendMailOptions,
      onDoubt: () => void = () => undefined,
    ): Promise<unknown> {
      const progress: Progress = { isUnderWay: false, isHandedOver: false }
      const timeUp = new AbortController()
      const signal = AbortSignal.any(
        callersSignal === undefined ? [timeUp.signal] : [timeUp.signal, callersSignal],
      )
      underWay.set(signal, progress)
      const cancelTransferTimer = setTimer(
        () => (progress.isHandedOver ? onDoubt() : timeUp.abort()),
        transferTimeoutMs,
      )
      const cancelResponseTimer = setTimer(
        () => timeUp.abort(),
        transferTimeoutMs + responseTimeoutMs,
      )
      try {
        return await pool.sendMail({ ...message, signal })
      } catch (error) {
        throw error instanceof Error && progress.isUnderWay
          ? Object.assign(error, { isUnderWay: true })
          : error
      } finally {
        cancelTransferTimer()
        cancelResponseTimer()
      }
    },
    /** Connects and signs in, without sending anything. @throws Error with the message of the server or of nodemailer */
    verify: () => pool.verify(),
    close: () => pool.close(),
  }
}

function createPool({ url, requiresTls }: SmtpSettings) {
  return createTransport({
    url: requiresTls ? requireTls(url) : url,
    pool: true,
    // Up to `maxParallelEmails` transfer messages; the others wait for answers of a slow server.
    maxConnections: 5,
    // The worker itself retries after a pause; nodemailer retries only after a pooled connection has been closed meanwhile.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: transferTimeoutMs + responseTimeoutMs,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Requires TLS by the URL's parameters, because nodemailer gives them precedence over its options. */
function requireTls(address: string): string {
  const url = new URL(address)
  for (const name of ['ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(name)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

function watchProgress(pool: ReturnType<typeof createPool>): WeakMap<AbortSignal, Progress> {
  const underWay = new WeakMap<AbortSignal, Progress>()
  pool.use('stream', ({ data: { signal }, message }, done) => {
    const progress = signal && underWay.get(signal)
    // nodemailer calls this once the server has greeted and accepted the password.
    message.processFunc((stream) => {
      if (progress === undefined) return stream
      progress.isUnderWay = true
      return stream.once('end', () => {
        progress.isHandedOver = true
      })
    })
    done()
  })
  return underWay
}
