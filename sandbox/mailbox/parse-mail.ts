import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'

/** The sender and the recipients of the SMTP transaction, which may differ from the email's From and To headers. */
export interface Envelope {
  from: string
  to: string[]
}

export type ReceivedMail = Awaited<ReturnType<typeof parseMail>>
export type MailSummary = ReceivedMail['summary']

/** Parses an email. `id` begins with the time of arrival in ms since 1970, padded to 14 digits. */
export async function parseMail(id: string, raw: Uint8Array, envelope: Envelope) {
  const mail = await PostalMime.parse(raw)
  return {
    summary: {
      id,
      /** The time of arrival in ms since 1970. */
      receivedAt: Number(id.slice(0, 14)),
      recipients: envelope.to,
      from: formatAddress(mail.from),
      to: (mail.to ?? []).map(formatAddress),
      replyTo: (mail.replyTo ?? []).map(formatAddress),
      subject: mail.subject ?? '',
      messageId: mail.messageId ?? '',
      text: mail.text ?? '',
      links: getLinks(mail),
    },
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    /** The HTML body, with attached pictures embedded as data URLs; null when the email has no HTML. */
    html: mail.html === undefined ? null : embedPictures(mail.html, mail.attachments),
    source: new TextDecoder().decode(raw),
  }
}

function formatAddress(address: Address | undefined): string {
  if (address === undefined) return ''
  if (address.group !== undefined)
    return `${address.name}: ${address.group.map(formatAddress).join(', ')}`
  return address.name === '' ? address.address : `${address.name} <${address.address}>`
}

function embedPictures(html: string, attachments: Attachment[]): string {
  return html.replace(/(["'])cid:([^"']+)\1/g, (whole, quote: string, id: string) => {
    const picture = attachments.find((one) => one.contentId?.replace(/^<|>$/g, '') === id)
    if (picture === undefined || !/^image\/(png|jpeg|gif)$/.test(picture.mimeType)) return whole
    const content =
      picture.content instanceof ArrayBuffer ? new Uint8Array(picture.content) : picture.content
    return `${quote}data:${picture.mimeType};base64,${Buffer.from(content).toString('base64')}${quote}`
  })
}

function getLinks(mail: Email): string[] {
  const inHtml = [...(mail.html ?? '').matchAll(/<a\s[^>]*?href="([^"]*)"/gi)].map(([, address]) =>
    unescapeHtml(address ?? ''),
  )
  const inText = [...(mail.text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g)].map(([address]) =>
    address.replace(/[.,;:!?)]+$/, ''),
  )
  return [...new Set([...inHtml, ...inText])].filter((link) => /^https?:\/\//.test(link))
}

function unescapeHtml(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replace(/&#39;|&#x27;/gi, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
