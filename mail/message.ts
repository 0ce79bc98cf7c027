import { isOneAddress } from '../domain/validation.ts'
import { EmailError, parseEmail, type Template } from './emails.ts'
import type { ClaimedEmail } from './outbox.ts'
import { loadProductPictures, type PhotoReader } from './photos.ts'
import type { Pictures } from './pictures.ts'
import { type LinkSigner, signLinks, signOneClickLink } from './signed-links.ts'
import type { MailTransport } from './transport.ts'

type Message = Parameters<MailTransport['sendMail']>[0]

export interface MessageOptions {
  from: string
  /** Reply-To of all emails but notices. */
  replyTo: string
  siteUrl: URL
  pictures: Pictures
  /** Reads photos of products from the storage; without it emails show drawings only. */
  readPhotos?: PhotoReader
  /** Signs links that act on behalf of the recipient. */
  links: Omit<LinkSigner, 'siteUrl'>
}

/**
 * Renders an email with its headers. The Message-ID depends on the outbox row alone, so it is the same after a crash.
 * @throws EmailError when the email can never be sent
 */
export async function createMessage(
  email: ClaimedEmail,
  { from, replyTo, siteUrl, pictures: drawn, readPhotos, links }: MessageOptions,
): Promise<Message> {
  const { recipient } = email
  if (!isOneAddress(recipient)) throw new EmailError('The recipient is not one e-mail address')
  const maker = { ...links, siteUrl }
  // Signed links are added here, because only the worker can sign them.
  const { data } = email
  const isObject = typeof data === 'object' && data !== null
  const full = isObject ? { ...data, links: await signLinks(data, maker) } : data
  const parsed = parseEmail(email.template, full)
  // The templates and their dependencies take some megabytes, so they are loaded with the first email.
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
      // RFC 3834: automatic emails get no out-of-office replies.
      ...(!personalTemplates.has(parsed.template) && {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
      }),
      // Mail programs show their own unsubscribe button for these headers (RFC 2369 and RFC 8058).
      ...('emailHash' in parsed.data && {
        'List-Unsubscribe': `<${await signOneClickLink(parsed.data.emailHash, maker)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Templates of emails that a member of staff writes. */
const personalTemplates = new Set<Template>(['enquiry_reply', 'person_letter'])

const messageId = (id: string, { hostname }: URL) => `<${id}@${hostname}>`

/** Returns In-Reply-To and References, by which mail programs group a thread; no headers for its first email. */
function getThreadHeaders(
  rows: readonly string[],
  siteUrl: URL,
): Pick<Message, 'inReplyTo' | 'references'> {
  const references = rows.map((id) => messageId(id, siteUrl))
  return references.length === 0 ? {} : { inReplyTo: references.at(-1), references }
}

/** Returns the shopper's address as the Reply-To of a notice about them; null for any other email. */
function getShopperReplyTo({ template, data }: ReturnType<typeof parseEmail>): string | null {
  const isNotice = template === 'order_notice' || template === 'enquiry_notice'
  return isNotice && isOneAddress(data.email) ? data.email : null
}
