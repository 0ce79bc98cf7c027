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

/**
 * One pool of at most five connections to an SMTP server, given as `smtp://` or `smtps://` with user and password
 * where it asks for them. A message that the server does not have within `patienceMs` is given up; one that it has is
 * waited for `thinkingMs` more. Nothing that a mail says makes it read a file or a web address.
 */
export function createMailTransport(
  smtpUrl: string,
  patienceMs = handOverMs,
  thinkingMs = answerMs,
) {
  const pool = createPool(smtpUrl, patienceMs + thinkingMs)
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
    close: () => pool.close(),
  }
}

function createPool(url: string, socketTimeout: number) {
  return createTransport({
    url,
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
