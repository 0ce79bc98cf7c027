import type { Letter } from '../../mail/letters.ts'
import type { Pictures } from '../../mail/pictures.ts'
import type { RenderedLetter } from '../../mail/render.tsx'
import { describeList, describeLetter, type Look, type Shown } from './preview-pages.ts'

/** What the preview shows, as it is at the moment. */
export interface Preview {
  renderLetter: (
    letter: Letter,
    stationery: { siteUrl: URL; pictures: Pictures },
  ) => Promise<RenderedLetter>
  sampleLetters: object
  otherSamples: object
  pictures: Pictures
}

export interface PreviewAnswer {
  status: number
  type: string
  body: string | Buffer
}

const siteUrl = new URL('https://shop.example')

/** `/` lists the letters, `/<letter>` shows one, `/<letter>/html` is its HTML alone, `/pictures/<name>.png` a picture. */
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
  if (second === 'html') return page(asSeen(await render(preview, sample.letter), look))
  const shown = { name: first, ...(await render(preview, sample.letter)) }
  return page(describeLetter(shown, look))
}

interface Sample {
  /** The template, and after a colon what is different in this sample. */
  name: string
  letter: Letter
}

/** Every template's sample, each followed by its others. */
export function samplesOf({
  sampleLetters,
  otherSamples,
}: Pick<Preview, 'sampleLetters' | 'otherSamples'>): Sample[] {
  const others = new Map<string, object>(Object.entries(otherSamples))
  return Object.entries(sampleLetters).flatMap(([template, data]) => [
    { name: template, letter: { template, data } as Letter },
    ...Object.entries(others.get(template) ?? {}).map(([what, other]) => ({
      name: `${template}: ${what}`,
      letter: { template, data: other } as Letter,
    })),
  ])
}

async function showAll(preview: Preview): Promise<Shown[]> {
  return Promise.all(
    samplesOf(preview).map(async ({ name, letter }) => ({
      name,
      ...(await render(preview, letter)),
    })),
  )
}

function render({ renderLetter, pictures }: Preview, letter: Letter): Promise<RenderedLetter> {
  return renderLetter(letter, { siteUrl, pictures })
}

/** The HTML as a mail program shows it that minds dark mode, or has pictures switched off. */
function asSeen({ html }: RenderedLetter, { isDark, hasPictures }: Look): string {
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
