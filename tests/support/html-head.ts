/** The metadata of a page that search engines read. */
export interface PageHead {
  title: string
  description: string
  canonical: string | null
  isListed: boolean
  /** The contents of the meta elements by property or name, for example `og:image`. */
  cards: ReadonlyMap<string, string>
  structured: unknown[]
}

export function readHead(html: string): PageHead {
  const metas = tags(html, 'meta')
  const named = (name: string) => metas.find((tag) => tag.get('name') === name)?.get('content')
  const cards = metas.flatMap((tag): [string, string][] => {
    const key = tag.get('property') ?? tag.get('name') ?? ''
    return /^(og|twitter):/.test(key) ? [[key, tag.get('content') ?? '']] : []
  })
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return {
    title: plain(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    description: named('description') ?? '',
    canonical:
      tags(html, 'link')
        .find((tag) => tag.get('rel') === 'canonical')
        ?.get('href') ?? null,
    isListed: !(named('robots') ?? '').includes('noindex'),
    cards: new Map(cards),
    structured: [...blocks].map(([, json = '']): unknown => JSON.parse(json)),
  }
}

function tags(html: string, name: string): Map<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
          key,
          plain(value),
        ]),
      ),
  )
}

function plain(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
