import { createTransport, type Transporter } from 'nodemailer'

export type MailTransport = Pick<Transporter, 'sendMail' | 'close'>

/**
 * One pool of at most two connections to an SMTP server, given as `smtp://` or `smtps://` with user and password
 * where it asks for them. Nothing that a mail says makes it read a file or a web address.
 */
export function createMailTransport(smtpUrl: string): MailTransport {
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    // The worker tries again itself, with a pause.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
