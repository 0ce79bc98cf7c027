import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'

/** Sender and recipients of the SMTP transaction, which may differ from an email's headers. */
export interface Envelope {
  from: string
  to: string[]
}

export type ReceivedMail = Awaited<ReturnType<typeof readMail>>
export type MailSummary = ReceivedMail['summary']

/** Parses an email. `id` begins with its arrival time, in ms since 1970. */
export async function readMail(id: string, raw: Uint8Array, envelope: Envelope) {
  const mail = await PostalMime.parse(raw)
  return {
    summary: {
      id,
      /** ms since 1970. */
      receivedAt: Number(id.slice(0, 14)),
      recipients: envelope.to,
      from: named(mail.from),
      to: (mail.to ?? []).map(named),
      replyTo: (mail.replyTo ?? []).map(named),
      subject: mail.subject ?? '',
      messageId: mail.messageId ?? '',
      text: mail.text ?? '',
      links: linksOf(mail),
    },
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    /** The HTML with its attached pictures as data URLs; null when the email has no HTML. */
    html: mail.html === undefined ? null : withPictures(mail.html, mail.attachments),
    source: new TextDecoder().decode(raw),
  }
}

function named(address: Address | undefined): string {
  if (address === undefined) return ''
  if (address.group !== undefined) return `${address.name}: ${address.group.map(named).join(', ')}`
  return address.name === '' ? address.address : `${address.name} <${address.address}>`
}

function withPictures(html: string, attachments: Attachment[]): string {
  return html.replace(/(["'])cid:([^"']+)\1/g, (whole, quote: string, id: string) => {
    const picture = attachments.find((one) => one.contentId?.replace(/^<|>$/g, '') === id)
    if (picture === undefined || !/^image\/(png|jpeg|gif)$/.test(picture.mimeType)) return whole
    const content =
      picture.content instanceof ArrayBuffer ? new Uint8Array(picture.content) : picture.content
    return `${quote}data:${picture.mimeType};base64,${Buffer.from(content).toString('base64')}${quote}`
  })
}

function linksOf(mail: Email): string[] {
  const inHtml = [...(mail.html ?? '').matchAll(/<a\s[^>]*?href="([^"]*)"/gi)].map(([, address]) =>
    unescape(address ?? ''),
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
