import { createTransport, type SendMailOptions } from 'nodemailer'

export interface MailTransport {
  /**
   * Resolves when the server has taken the message. An error says `isUnderWay` when the connection stood, and only
   * this message was not got through; otherwise none would be at the moment, unless it was answered.
   */
  sendMail: (message: SendMailOptions) => Promise<unknown>
  close: () => void
}

/**
 * One pool of at most two connections to an SMTP server, given as `smtp://` or `smtps://` with user and password
 * where it asks for them, given up when it says nothing for `patienceMs`. Nothing that a mail says makes it read a
 * file or a web address.
 */
export function createMailTransport(smtpUrl: string, patienceMs = 20_000): MailTransport {
  const pool = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    // The worker tries again itself, with a pause; here only what met a connection that had been closed since.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const underWay = new WeakSet<AbortSignal>()
  pool.use('stream', ({ data: { signal }, message }, done) => {
    // Asked for once the server has greeted and taken the password.
    message.processFunc((stream) => {
      if (signal) underWay.add(signal)
      return stream
    })
    done()
  })
  return {
    async sendMail({ signal = new AbortController().signal, ...message }) {
      try {
        return await pool.sendMail({ ...message, signal })
      } catch (error) {
        throw error instanceof Error && underWay.has(signal)
          ? Object.assign(error, { isUnderWay: true })
          : error
      }
    },
    close: () => pool.close(),
  }
}
