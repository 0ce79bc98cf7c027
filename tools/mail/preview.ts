import type { Email } from '../../mail/emails.ts'
import type { Pictures } from '../../mail/pictures.ts'
import type { RenderedEmail } from '../../mail/render.tsx'
import { describeList, describeEmail, type Look, type Shown } from './preview-pages.ts'

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

const siteUrl = new URL('https://shop.example')

/** `/` lists the emails, `/<email>` shows one, `/<email>/html` is its HTML alone, `/pictures/<name>.png` a picture. */
export async function answerPreview(preview: Preview, url: URL): Promise<PreviewAnswer> {
  const [first = '', second] = url.pathname.split('/').slice(1).map(decodeURIComponent)
  if (first === '') return page(describeList(await showAll(preview)))
  if (first === 'pictures') return answerPicture(preview, second ?? '')
  const sample = samplesOf(preview).find(({ name }) => name === first)
  if (sample === undefined)
    return { status: 404, type: 'text/plain', body: 'There is no such mail.' }
  const look: Look = {
    isDark: url.searchParams.has('dark'),
    hasPictures: !url.searchParams.has('bare'),
  }
  if (second === 'html') return page(asSeen(await render(preview, sample.email), look))
  const shown = { name: first, ...(await render(preview, sample.email)) }
  return page(describeEmail(shown, look))
}

interface Sample {
  /** The template, and after a colon what is different in this sample. */
  name: string
  email: Email
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

async function showAll(preview: Preview): Promise<Shown[]> {
  return Promise.all(
    samplesOf(preview).map(async ({ name, email }) => ({
      name,
      ...(await render(preview, email)),
    })),
  )
}

function render({ renderEmail, pictures }: Preview, email: Email): Promise<RenderedEmail> {
  return renderEmail(email, { siteUrl, pictures })
}

/** The HTML as a mail program shows it that minds dark mode, or has pictures switched off. */
function asSeen({ html }: RenderedEmail, { isDark, hasPictures }: Look): string {
  return html
    .replaceAll('(prefers-color-scheme:dark)', isDark ? 'all' : 'not all')
    .replaceAll(/src="cid:([a-z0-9-]+)@pictures"/g, hasPictures ? 'src="/pictures/$1.png"' : '')
}

function answerPicture({ pictures }: Preview, file: string): PreviewAnswer {
  const body = pictures.get(file.replace(/\.png$/, ''))
  return body === undefined
    ? { status: 404, type: 'text/plain', body: 'There is no such picture.' }
    : { status: 200, type: 'image/png', body }
}

function page(body: string): PreviewAnswer {
  return { status: 200, type: 'text/html', body }
}
