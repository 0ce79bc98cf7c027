import { join } from 'node:path'
import { root } from '../../commands/lib/run.ts'
import { loadPictures } from '../../mail/pictures.ts'
import { type RenderedEmail, renderEmail } from '../../mail/render.tsx'
import { html, type Markup } from '../../packages/payment-sandbox/src/html.ts'
import { everySample, type Sample } from '../../tests/mail/samples.ts'

const siteUrl = new URL('https://shop.example')
const widths = [600, 390]
const style = `
body{margin:0;padding:24px;font:16px/1.5 Arial,sans-serif;background:#F4EEFB;color:#22103F}
a{color:inherit}h1{font-size:24px;margin:0 0 4px}p{margin:0 0 16px}
ul{list-style:none;padding:0;max-width:760px}li{margin:0 0 8px;padding:12px 16px;background:#FFFDF8;border-radius:10px}
li a{font-weight:bold}small{display:block;color:#56487A}
nav{display:flex;gap:16px;flex-wrap:wrap;margin:0 0 16px}[aria-current=true]{font-weight:bold;text-decoration:none}
main{display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start}figure{margin:0}
iframe{border:0;height:1600px;background:#FFFDF8;display:block}
pre{white-space:pre-wrap;overflow-wrap:anywhere;width:600px;max-width:100%;margin:0;padding:16px;box-sizing:border-box;background:#FFFDF8}
`
/** The variants in which an email is shown, with the query string of each. */
const looks = {
  Light: '',
  Dark: '?dark',
  'Pictures off': '?bare',
  'Dark, pictures off': '?dark&bare',
}

/**
 * Answers a request to the preview server: `/` lists all emails, `/<email>` shows one, `/<email>/html` is its HTML alone, and
 * `/pictures/<name>.png` is a picture. `?dark` shows an email as in dark mode, `?bare` as with pictures blocked.
 */
export async function handlePreviewRequest(url: URL): Promise<Response> {
  const [first = '', second] = url.pathname.split('/').slice(1).map(decodeURIComponent)
  const pictures = await loadPictures(join(root, 'public', 'generated', 'mail'))
  const render = ({ email }: Sample) => renderEmail(email, { siteUrl, pictures })
  if (first === '') {
    const rows = everySample.map(async (one) => listed(one.name, (await render(one)).subject))
    return page('Every mail of the shop', listOf(await Promise.all(rows)))
  }
  const picture = pictures.get(second?.replace(/\.png$/, '') ?? '')
  if (first === 'pictures' && picture !== undefined) return answer('image/png', picture)
  const sample = everySample.find(({ name }) => name === first)
  if (sample === undefined) return new Response('There is none.', { status: 404 })
  const email = await render(sample)
  if (second !== 'html') return page(email.subject, describeEmail(first, email, url.search))
  const shown = email.html
    .replaceAll('(prefers-color-scheme:dark)', url.searchParams.has('dark') ? 'all' : 'not all')
    .replaceAll(
      /src="cid:([a-z0-9-]+)@pictures"/g,
      url.searchParams.has('bare') ? '' : 'src="/pictures/$1.png"',
    )
  return answer('text/html; charset=utf-8', shown)
}

function listed(name: string, subject: string): Markup {
  return html`<li><a href="/${encodeURIComponent(name)}">${subject}</a><small>${name}</small></li>`
}

function listOf(rows: Markup[]): Markup {
  return html`<p>With sample data; what is changed shows after a reload.</p>
    <ul>
      ${rows}
    </ul>`
}

function describeEmail(name: string, email: RenderedEmail, look: string): Markup {
  const address = `/${encodeURIComponent(name)}`
  const frame = (width: number) =>
    html`<figure>
      <figcaption>${width} px</figcaption>
      <iframe title="${width} px" width="${width}" src="${address}/html${look}"></iframe>
    </figure>`
  const choice = ([words, query]: [string, string]) =>
    html`<a href="${address}${query}" aria-current="${String(query === look)}">${words}</a>`
  return html`<nav><a href="/">All mails</a>${Object.entries(looks).map(choice)}</nav>
    <p>${name} · ${Math.round(email.html.length / 1000)} kB of HTML</p>
    <main>
      ${widths.map(frame)}
      <figure>
        <figcaption>Text</figcaption>
        <pre>${email.text}</pre>
      </figure>
    </main>`
}

function page(title: string, content: Markup): Response {
  const { markup } = html`<!doctype html>
    <html lang="en-GB">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      ${{ markup: `<style>${style}</style>` }}
      <h1>${title}</h1>
      ${content}
    </html>`
  return answer('text/html; charset=utf-8', markup)
}

function answer(type: string, body: string | Buffer): Response {
  return new Response(Uint8Array.from(Buffer.from(body)), { headers: { 'content-type': type } })
}
