import { body, colours } from './look.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/**
 * The one button of a mail: a pill whose slab is a thicker lower border. Outlook for Windows draws no round
 * corners, so it gets the same in VML, which React has no words for.
 */
export function PillButton({ href, label }: { href: string; label: string }) {
  const address = escapeHtml(href)
  const words = escapeHtml(label)
  const width = Math.round(label.length * 10 + 64)
  const vml =
    `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"` +
    ` href="${address}" style="height:54px;width:${width}px;v-text-anchor:middle" arcsize="50%" strokeweight="3px"` +
    ` strokecolor="${colours.ink}" fillcolor="${colours.coral}"><w:anchorlock/>` +
    `<center style="font-family:Arial,sans-serif;font-size:17px;font-weight:bold;color:${colours.ink}">${words}</center>` +
    `</v:roundrect><![endif]-->`
  const pill =
    `<!--[if !mso]><!--><table role="presentation" cellspacing="0" cellpadding="0" border="0"><tbody><tr>` +
    `<td style="background-color:${colours.coral};border:3px solid ${colours.ink};border-bottom-width:7px;border-radius:999px">` +
    `<a href="${address}" style="display:inline-block;padding:14px 28px;font-family:${String(body.fontFamily)};font-size:17px;` +
    `line-height:20px;font-weight:bold;text-decoration:none;color:${colours.ink}">${words}</a></td></tr></tbody></table><!--<![endif]-->`
  return <div dangerouslySetInnerHTML={{ __html: vml + pill }} />
}
