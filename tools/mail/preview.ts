import type { Email } from '../../mail/emails.ts'
import type { Pictures } from '../../mail/pictures.ts'
import type { RenderedEmail } from '../../mail/render.tsx'
import { escape } from '../../sandbox/html.ts'

/** What the preview shows, as it is at the moment. */
export interface Preview {
  renderEmail: (
    email: Email,
    options: { siteUrl: URL; pictures: Pictures },
  ) => Promise<RenderedEmail>
  sampleEmails: object
  otherSamples: object
  pictures: Pictures
}

export interface PreviewAnswer {
  status: number
  type: string
  body: string | Buffer
}

interface Sample {
  /** The template, and after a colon what is different in this sample. */
  name: string
  email: Email
}

const siteUrl = new URL('https://shop.example')
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
`
/** How an email is looked at: with dark mode, and without pictures. */
const looks = {
  Light: '',
  Dark: '?dark',
  'Pictures off': '?bare',
  'Dark, pictures off': '?dark&bare',
}

/**
 * `/` lists the emails, `/<email>` shows one, `/<email>/html` is its HTML alone, `/pictures/<name>.png` a picture; `?dark`
 * and `?bare` show it as a mail program does that minds dark mode or has pictures switched off.
 */
export async function answerPreview(preview: Preview, url: URL): Promise<PreviewAnswer> {
  const [first = '', second] = url.pathname.split('/').slice(1).map(decodeURIComponent)
  const render = ({ email }: Sample) => preview.renderEmail(email, { ...preview, siteUrl })
  const samples = samplesOf(preview)
  if (first === '') {
    const subjects = await Promise.all(
      samples.map(async (sample) => [sample.name, (await render(sample)).subject] as const),
    )
    return page('Every mail of the shop', describeList(subjects))
  }
  const picture = preview.pictures.get(second?.replace(/\.png$/, '') ?? '')
  if (first === 'pictures' && picture !== undefined)
    return { status: 200, type: 'image/png', body: picture }
  const sample = samples.find(({ name }) => name === first)
  if (sample === undefined) return { status: 404, type: 'text/plain', body: 'There is none.' }
  const email = await render(sample)
  if (second !== 'html') return page(email.subject, describeEmail(first, email, url.search))
  const body = email.html
    .replaceAll('(prefers-color-scheme:dark)', url.searchParams.has('dark') ? 'all' : 'not all')
    .replaceAll(
      /src="cid:([a-z0-9-]+)@pictures"/g,
      url.searchParams.has('bare') ? '' : 'src="/pictures/$1.png"',
    )
  return { status: 200, type: 'text/html', body }
}

/** Every template's sample, each followed by its others. */
export function samplesOf({
  sampleEmails,
  otherSamples,
}: Pick<Preview, 'sampleEmails' | 'otherSamples'>): Sample[] {
  const others = new Map<string, object>(Object.entries(otherSamples))
  return Object.entries(sampleEmails).flatMap(([template, data]) => [
    { name: template, email: { template, data } as Email },
    ...Object.entries(others.get(template) ?? {}).map(([what, other]) => ({
      name: `${template}: ${what}`,
      email: { template, data: other } as Email,
    })),
  ])
}

function describeList(subjects: (readonly [name: string, subject: string])[]): string {
  const rows = subjects.map(
    ([name, subject]) =>
      `<li><a href="/${encodeURIComponent(name)}">${escape(subject)}</a><small>${escape(name)}</small></li>`,
  )
  return `<p>With sample data; what is changed shows after a reload.</p><ul>${rows.join('')}</ul>`
}

function describeEmail(name: string, { text, html }: RenderedEmail, look: string): string {
  const address = `/${encodeURIComponent(name)}`
  const frames = widths.map(
    (width) =>
      `<figure><figcaption>${width} px</figcaption><iframe title="${width} px" width="${width}" src="${address}/html${escape(look)}"></iframe></figure>`,
  )
  const choices = Object.entries(looks).map(
    ([words, query]) =>
      `<a href="${address}${escape(query)}"${query === look ? ' aria-current="true"' : ''}>${words}</a>`,
  )
  return (
    `<nav><a href="/">All mails</a>${choices.join('')}</nav><p>${escape(name)} · ${Math.round(html.length / 1000)} kB of HTML</p>` +
    `<main>${frames.join('')}<figure><figcaption>Text</figcaption><pre>${escape(text)}</pre></figure></main>`
  )
}

function page(title: string, content: string): PreviewAnswer {
  const body =
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escape(title)}</title><style>${style}</style></head><body><h1>${escape(title)}</h1>${content}</body></html>`
  return { status: 200, type: 'text/html', body }
}
