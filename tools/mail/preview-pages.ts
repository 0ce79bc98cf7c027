import type { RenderedEmail } from '../../mail/render.tsx'

/** How an email is looked at. */
export interface Look {
  isDark: boolean
  hasPictures: boolean
}

export interface Shown extends RenderedEmail {
  name: string
}

const widths = [600, 390]

const style = `
body{margin:0;padding:24px;font:16px/1.5 Arial,sans-serif;background:#F4EEFB;color:#22103F}
a{color:inherit}h1{font-size:24px;margin:0 0 4px}p{margin:0 0 16px}
ul{list-style:none;padding:0;max-width:760px}li{margin:0 0 8px;padding:12px 16px;background:#FFFDF8;border-radius:10px}
li a{font-weight:bold}small{display:block;color:#56487A}
nav{display:flex;gap:16px;flex-wrap:wrap;margin:0 0 16px}[aria-current]{font-weight:bold;text-decoration:none}
main{display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start}figure{margin:0}
iframe{border:0;height:1600px;background:#FFFDF8;display:block}
pre{white-space:pre-wrap;overflow-wrap:anywhere;width:600px;max-width:100%;margin:0;padding:16px;box-sizing:border-box;background:#FFFDF8}
body.dark{background:#15131a;color:#F4EEFB}.dark pre,.dark li{background:#221f2a}.dark small{color:#D8C6FF}
`

/** All emails with their subjects. */
export function describeList(emails: Shown[]): string {
  const rows = emails.map(
    ({ name, subject }) =>
      `<li><a href="/${encodeURIComponent(name)}">${escapeHtml(subject)}</a><small>${escapeHtml(name)}</small></li>`,
  )
  return pageOf(
    'Every mail of the shop',
    `<h1>Every mail of the shop</h1><p>With sample data; what is changed shows after a reload.</p><ul>${rows.join('')}</ul>`,
    false,
  )
}

/** One email in both widths, and its text. */
export function describeEmail({ name, subject, text, html }: Shown, look: Look): string {
  const frames = widths.map(
    (width) =>
      `<figure><figcaption>${width} px</figcaption><iframe title="${escapeHtml(`${subject}, ${width} px`)}" width="${width}" src="${addressOf(`${encodeURIComponent(name)}/html`, look)}"></iframe></figure>`,
  )
  const size = `${Math.round(html.length / 1000)} kB of HTML`
  return pageOf(
    subject,
    `<nav><a href="/">All mails</a>${choices(name, look)}</nav><h1>${escapeHtml(subject)}</h1><p>${escapeHtml(name)} · ${size}</p>` +
      `<main>${frames.join('')}<figure><figcaption>Text</figcaption><pre>${escapeHtml(text)}</pre></figure></main>`,
    look.isDark,
  )
}

function choices(name: string, look: Look): string {
  const choice = (words: string, changes: Partial<Look>) => {
    const other = { ...look, ...changes }
    const isNow = other.isDark === look.isDark && other.hasPictures === look.hasPictures
    return `<a href="${addressOf(encodeURIComponent(name), other)}"${isNow ? ' aria-current="true"' : ''}>${words}</a>`
  }
  return [
    choice('Light', { isDark: false }),
    choice('Dark', { isDark: true }),
    choice('Pictures on', { hasPictures: true }),
    choice('Pictures off', { hasPictures: false }),
  ].join('')
}

function addressOf(path: string, { isDark, hasPictures }: Look): string {
  const query = [isDark && 'dark', !hasPictures && 'bare'].filter((word) => word !== false)
  return `/${path}${query.length === 0 ? '' : `?${query.join('&amp;')}`}`
}

function pageOf(title: string, content: string, isDark: boolean): string {
  return (
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body${isDark ? ' class="dark"' : ''}>${content}</body></html>`
  )
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
