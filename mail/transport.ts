import { createTransport, type SendMailOptions } from 'nodemailer'

export type MailTransport = ReturnType<typeof createMailTransport>

/** How long a message may take until the server has all of it, in ms. */
export const handOverMs = 25_000
/** How long the server may then think about it, in ms: who gives up sooner sends it again although it is taken (RFC 5321, 4.5.3.2.6). */
export const answerMs = 10 * 60_000

interface Progress {
  isUnderWay: boolean
  isHandedOver: boolean
}

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  url: string
  /**
   * Nothing is sent before STARTTLS has encrypted the connection: a server that does not offer it, or somebody between,
   * would read the password, people's addresses and links that sign them in.
   */
  requiresTls: boolean
}

/**
 * One pool of at most five connections to an SMTP server. A message that the server does not have within `patienceMs` is given up; one that it has is
 * waited for `thinkingMs` more. Nothing that a mail says makes it read a file or a web address.
 */
export function createMailTransport(
  smtp: SmtpSettings,
  patienceMs = handOverMs,
  thinkingMs = answerMs,
) {
  const pool = createPool(smtp, patienceMs + thinkingMs)
  const underWay = watchProgress(pool)
  return {
    /**
     * Resolves when the server has taken the message. `onDoubt` is called when the server has all of it and does not say
     * whether it takes it. An error says `isUnderWay` when only this message was not got through.
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
      const patience = setTimeout(
        () => (progress.isHandedOver ? onDoubt() : timeUp.abort()),
        patienceMs,
      )
      const end = setTimeout(() => timeUp.abort(), patienceMs + thinkingMs)
      try {
        return await pool.sendMail({ ...message, signal })
      } catch (error) {
        throw error instanceof Error && progress.isUnderWay
          ? Object.assign(error, { isUnderWay: true })
          : error
      } finally {
        clearTimeout(patience)
        clearTimeout(end)
      }
    },
    /** Connects and signs in, without sending anything. @throws Error in the words of the server or of nodemailer */
    verify: () => pool.verify(),
    close: () => pool.close(),
  }
}

function createPool({ url, requiresTls }: SmtpSettings, socketTimeout: number) {
  return createTransport({
    url: requiresTls ? withTls(url) : url,
    pool: true,
    // One for what is sent now, the others for messages that a slow server thinks about.
    maxConnections: 5,
    // The worker tries again itself, with a pause; here only what met a connection that had been closed since.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** In the address, since nodemailer lets what that says win over its other options. */
function withTls(address: string): string {
  const url = new URL(address)
  for (const name of ['ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(name)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

function watchProgress(pool: ReturnType<typeof createPool>): WeakMap<AbortSignal, Progress> {
  const underWay = new WeakMap<AbortSignal, Progress>()
  pool.use('stream', ({ data: { signal }, message }, done) => {
    const progress = signal && underWay.get(signal)
    // Asked for once the server has greeted and taken the password.
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
