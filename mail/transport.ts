import { createTransport, type SendMailOptions } from 'nodemailer'
import { setNodeTimer, type SetTimer } from './timer.ts'

export type MailTransport = ReturnType<typeof createMailTransport>

/** The timeout in ms for transferring a message to the server. */
export const transferTimeoutMs = 25_000
/**
 * The timeout in ms for the server's answer after the transfer. With a shorter one, messages that the server accepts late would be
 * sent twice (RFC 5321, 4.5.3.2.6).
 */
export const responseTimeoutMs = 10 * 60_000

interface Progress {
  isUnderWay: boolean
  isHandedOver: boolean
}

export interface SmtpSettings {
  /** An `smtp://` or `smtps://` URL, with user and password if the server requires them. */
  url: string
  /**
   * Requires STARTTLS for an `smtp://` URL. Without it, an attacker who removes STARTTLS from the server's greeting could read the
   * password, people's addresses and sign-in links.
   */
  requiresTls: boolean
}

/**
 * Creates a pool of at most five connections to an SMTP server. A message must be transferred within `transferTimeoutMs`; then the server
 * has `responseTimeoutMs` more to answer. File and URL access is disabled, so that the content of an email cannot make nodemailer read
 * either.
 */
export function createMailTransport(smtp: SmtpSettings, setTimer: SetTimer = setNodeTimer) {
  const pool = createPool(smtp)
  const underWay = watchProgress(pool)
  return {
    /**
     * Sends a message; resolves when the server has accepted it. `onDoubt` is called when the server has received the whole message
     * and has not answered within `transferTimeoutMs`. An error during the transfer has the property `isUnderWay`.
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
    /** Connects and authenticates without sending anything. @throws Error with the message of the server or of nodemailer */
    verify: () => pool.verify(),
    close: () => pool.close(),
  }
}

function createPool({ url, requiresTls }: SmtpSettings) {
  return createTransport({
    url: requiresTls ? requireTls(url) : url,
    pool: true,
    // At most `maxParallelEmails` of these connections transfer a message at once; the others may still wait for the response of
    // a slow server.
    maxConnections: 5,
    // Limits nodemailer's own retries to one, for a pooled connection that the server had closed meanwhile. All other retries are
    // the worker's, after a delay.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: transferTimeoutMs + responseTimeoutMs,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Requires TLS by parameters of the URL, because in nodemailer these override the options. */
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
    // nodemailer calls this at the start of the transfer, when the server has accepted the password.
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
