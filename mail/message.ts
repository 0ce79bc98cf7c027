import { isDeliverableEmail } from '../domain/validation.ts'
import { EmailError, parseEmail, type TemplateName } from './emails.ts'
import type { ClaimedEmail } from './outbox.ts'
import { loadProductPictures, type PhotoReader } from './photos.ts'
import type { Pictures } from './pictures.ts'
import { type LinkSigner, signLinks, signOneClickUnsubscribeLink } from './signed-links.ts'
import type { MailTransport } from './transport.ts'

type Message = Parameters<MailTransport['sendMail']>[0]

export interface MessageOptions {
  from: string
  /** The Reply-To address of all emails, except notices about a shopper's order or enquiry, which have the shopper's. */
  replyTo: string
  siteUrl: URL
  pictures: Pictures
  /** Reads product photos from the storage; without it, emails show drawings of products. */
  readPhotos?: PhotoReader
  /** Signs links by which the recipient can act without signing in. */
  links: Omit<LinkSigner, 'siteUrl'>
}

/**
 * Renders an email and its headers. The Message-ID is made of the outbox id, so a repeated send after a crash has the same one.
 * @throws EmailError when the email can never be sent
 */
export async function createMessage(
  email: ClaimedEmail,
  { from, replyTo, siteUrl, pictures: drawn, readPhotos, links }: MessageOptions,
): Promise<Message> {
  const { recipient } = email
  if (!isDeliverableEmail(recipient))
    throw new EmailError('The recipient is not one e-mail address')
  const maker = { ...links, siteUrl }
  // Signed links are not part of the stored data: they are added here, because only the worker has the key.
  const { data } = email
  const isObject = typeof data === 'object' && data !== null
  const full = isObject ? { ...data, links: await signLinks(data, maker) } : data
  const parsed = parseEmail(email.template, full)
  // Loads the templates with the first email, because they and their dependencies take some megabytes of memory.
  const { renderEmail } = await import('./render.tsx')
  const pictures = await loadProductPictures(parsed.data, drawn, readPhotos)
  const { subject, html, text, attachments } = await renderEmail(parsed, { siteUrl, pictures })
  return {
    messageId: messageId(email.id, siteUrl),
    from,
    to: { name: '', address: recipient },
    replyTo: { name: '', address: getShopperReplyTo(parsed) ?? replyTo },
    subject,
    html,
    text,
    attachments,
    ...('thread' in parsed.data && getThreadHeaders(parsed.data.thread, siteUrl)),
    headers: {
      // Prevents automatic replies such as out-of-office messages (RFC 3834).
      ...(!personalTemplates.has(parsed.template) && {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
      }),
      // Lets mail programs show an unsubscribe button of their own (RFC 2369 and RFC 8058).
      ...('emailHash' in parsed.data && {
        'List-Unsubscribe': `<${await signOneClickUnsubscribeLink(parsed.data.emailHash, maker)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Templates of emails that a member of staff has written, which do not count as automatic emails. */
const personalTemplates = new Set<TemplateName>(['enquiry_reply', 'person_letter'])

const messageId = (id: string, { hostname }: URL) => `<${id}@${hostname}>`

/**
 * Returns the headers In-Reply-To and References, by which mail programs show a thread. The first email of a thread gets none.
 * `rows` are the outbox ids of earlier emails.
 */
function getThreadHeaders(
  rows: readonly string[],
  siteUrl: URL,
): Pick<Message, 'inReplyTo' | 'references'> {
  const references = rows.map((id) => messageId(id, siteUrl))
  return references.length === 0 ? {} : { inReplyTo: references.at(-1), references }
}

/** Returns the shopper's email address, for notices to the owner about a shopper's order or enquiry; null for any other email. */
function getShopperReplyTo({ template, data }: ReturnType<typeof parseEmail>): string | null {
  const isNotice = template === 'order_notice' || template === 'enquiry_notice'
  return isNotice && isDeliverableEmail(data.email) ? data.email : null
}
