import { isOneAddress } from '../domain/validation.ts'
import { EmailError, parseEmail, type Template } from './emails.ts'
import type { ClaimedEmail } from './outbox.ts'
import { picturesOf, type ReadPhotos } from './photos.ts'
import type { Pictures } from './pictures.ts'
import { type LinkMaker, linksFor, oneClickLink } from './signed-links.ts'
import type { MailTransport } from './transport.ts'

type Message = Parameters<MailTransport['sendMail']>[0]

export interface MessageOptions {
  from: string
  /** Where an answer goes, except to a notice. */
  replyTo: string
  siteUrl: URL
  pictures: Pictures
  /** Of products, as they are kept in the storage; without it mails show drawings alone. */
  readPhotos?: ReadPhotos
  /** How links are signed that change something for whoever holds them. */
  links: Omit<LinkMaker, 'siteUrl'>
}

/** The Message-ID follows from the outbox row, also after a crash. @throws EmailError when it can never be sent */
export async function writeMessage(
  email: ClaimedEmail,
  { from, replyTo, siteUrl, pictures: drawn, readPhotos, links }: MessageOptions,
): Promise<Message> {
  const { recipient } = email
  if (!isOneAddress(recipient)) throw new EmailError('The recipient is not one e-mail address')
  const maker = { ...links, siteUrl }
  // Addresses that only the worker can make, for the templates that show them.
  const { data } = email
  const isObject = typeof data === 'object' && data !== null
  const full = isObject ? { ...data, links: await linksFor(data, maker) } : data
  const parsed = parseEmail(email.template, full)
  // The templates and what they need are some megabytes, which a shop without emails does without.
  const { renderEmail } = await import('./render.tsx')
  const pictures = await picturesOf(parsed.data, drawn, readPhotos)
  const { subject, html, text, attachments } = await renderEmail(parsed, { siteUrl, pictures })
  return {
    messageId: messageId(email.id, siteUrl),
    from,
    to: { name: '', address: recipient },
    replyTo: { name: '', address: shopperOf(parsed) ?? replyTo },
    subject,
    html,
    text,
    attachments,
    ...('thread' in parsed.data && threadOf(parsed.data.thread, siteUrl)),
    headers: {
      // RFC 3834: no out-of-office notes in reply to what the shop writes by itself.
      ...(!lettersOfPeople.has(parsed.template) && {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
      }),
      // Mail programs show a button of their own for these (RFC 2369 and RFC 8058).
      ...('emailHash' in parsed.data && {
        'List-Unsubscribe': `<${await oneClickLink(parsed.data.emailHash, maker)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** What somebody of the team wrote by hand. */
const lettersOfPeople = new Set<Template>(['enquiry_reply', 'person_letter'])

const messageId = (id: string, { hostname }: URL) => `<${id}@${hostname}>`

/** In-Reply-To and References, by which mail programs show what belongs together; nothing for the first of them. */
function threadOf(
  rows: readonly string[],
  siteUrl: URL,
): Pick<Message, 'inReplyTo' | 'references'> {
  const references = rows.map((id) => messageId(id, siteUrl))
  return references.length === 0 ? {} : { inReplyTo: references.at(-1), references }
}

/** Answering a notice writes to the person that it is about. */
function shopperOf({ template, data }: ReturnType<typeof parseEmail>): string | null {
  const isNotice = template === 'order_notice' || template === 'enquiry_notice'
  return isNotice && isOneAddress(data.email) ? data.email : null
}
