import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { Envelope } from './mail-store.ts'

/** A mail as the list shows it and as tests read it. */
export interface MailSummary {
  id: string
  /** ms since 1970. */
  receivedAt: number
  /** Whom the envelope names. */
  recipients: string[]
  from: string
  to: string[]
  replyTo: string[]
  subject: string
  messageId: string
  text: string
  /** Web addresses in it, each once. */
  links: string[]
}

/** The whole mail. */
export interface ReceivedMail extends MailSummary {
  headers: { name: string; value: string }[]
  /** Pictures that came with it stand in it as data; null when it has no HTML. */
  html: string | null
  source: string
}

export function summaryOf(mail: ReceivedMail): MailSummary {
  const { id, receivedAt, recipients, from, to, replyTo, subject, messageId, text, links } = mail
  return { id, receivedAt, recipients, from, to, replyTo, subject, messageId, text, links }
}

/** Takes a mail apart. `id` begins with the time at which it came. */
export async function readMail(
  id: string,
  raw: Uint8Array,
  envelope: Envelope,
): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    id,
    receivedAt: Number(id.slice(0, 14)),
    recipients: envelope.to,
    from: named(mail.from),
    to: (mail.to ?? []).map(named),
    replyTo: (mail.replyTo ?? []).map(named),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: mail.text ?? '',
    html: mail.html === undefined ? null : withPictures(mail.html, mail.attachments),
    links: linksOf(mail),
    source: new TextDecoder().decode(raw),
  }
}

function named(address: Address | undefined): string {
  if (address === undefined) return ''
  if (address.group !== undefined) return `${address.name}: ${address.group.map(named).join(', ')}`
  return address.name === '' ? address.address : `${address.name} <${address.address}>`
}

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif'])

function withPictures(html: string, attachments: Attachment[]): string {
  const pictures = new Map(
    attachments
      .filter((one) => one.contentId !== undefined && pictureTypes.has(one.mimeType))
      .map((one) => [one.contentId?.replace(/^<|>$/g, ''), one]),
  )
  return html.replace(/(["'])cid:([^"']+)\1/g, (whole, quote: string, id: string) => {
    const picture = pictures.get(id)
    if (picture === undefined) return whole
    return `${quote}data:${picture.mimeType};base64,${base64(picture.content)}${quote}`
  })
}

function base64(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return Buffer.from(content).toString('base64')
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString(
    'base64',
  )
}

function linksOf(mail: Email): string[] {
  const inHtml = [...(mail.html ?? '').matchAll(/<a\s[^>]*?href="([^"]*)"/gi)].map((match) =>
    unescape(match[1] ?? ''),
  )
  const inText = [...(mail.text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g)].map(([address]) =>
    address.replace(/[.,;:!?)]+$/, ''),
  )
  return [...new Set([...inHtml, ...inText])].filter((link) => /^https?:\/\//.test(link))
}

function unescape(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replace(/&#39;|&#x27;/gi, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
