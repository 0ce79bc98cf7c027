import { createTransport } from 'nodemailer'
import { StartError } from '../core/start-error.ts'
import type { DeliverEmail } from './email-queue.ts'
import type { RenderEmail } from './templates.ts'

export interface SmtpOptions {
  /** URL of the server, `smtp://` or `smtps://`, with user name and password if it requires them. */
  url: string
  /** The sender, such as `Museum <no-reply@museum.example>`. */
  from: string
}

/**
 * Creates a delivery by SMTP. The content of an email cannot make the library read a file or URL.
 * @throws StartError when the URL is not an SMTP URL
 */
export function createSmtpDelivery({ url, from }: SmtpOptions, render: RenderEmail) {
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new StartError('The SMTP address must start with smtp:// or smtps://')
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deliver: DeliverEmail = async (mail) => {
    const { subject, text, html } = await render(mail)
    await transport.sendMail({ from, to: mail.to, subject, text, html })
  }
  return { deliver, close: () => transport.close() }
}
