import { isEmail } from '../domain/validation.ts'
import { business } from '../domain/business.ts'
import { LetterError, parseLetter } from './letters.ts'
import type { ClaimedLetter } from './outbox.ts'
import type { Pictures } from './pictures.ts'
import type { MailTransport } from './transport.ts'

type Message = Parameters<MailTransport['sendMail']>[0]

export interface Stationery {
  /** The From header: an address, or a name with one. */
  from: string
  siteUrl: URL
  pictures: Pictures
}

/**
 * A claimed letter as the transport takes it. The Message-ID follows from the outbox row, so a letter that is sent
 * again after a crash can be told from a new one.
 * @throws LetterError when it can never be sent
 */
export async function writeMessage(
  letter: ClaimedLetter,
  { from, siteUrl, pictures }: Stationery,
): Promise<Message> {
  const recipient = readRecipient(letter.recipient)
  const parsed = parseLetter(letter.template, letter.data)
  // The templates and what they need are some megabytes, which a shop without letters does without.
  const { renderLetter } = await import('./render.tsx')
  const { subject, html, text, attachments } = await renderLetter(parsed, { siteUrl, pictures })
  return {
    messageId: `<${letter.id}@${siteUrl.hostname}>`,
    from,
    to: { name: '', address: recipient },
    replyTo: { name: '', address: replyTo(parsed) },
    subject,
    html,
    text,
    attachments,
    // RFC 3834: no out-of-office notes in reply.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

function readRecipient(recipient: string): string {
  if (!isEmail(recipient) || /[,:()[\]]/.test(recipient))
    throw new LetterError('The recipient is not one e-mail address')
  return recipient
}

/** Answering a notice writes to the shopper; answering anything else, to the shop. */
function replyTo(letter: ReturnType<typeof parseLetter>): string {
  if (letter.template !== 'order_notice') return business.email
  return isEmail(letter.data.email) ? letter.data.email : business.email
}
