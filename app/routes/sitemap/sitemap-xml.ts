import type { Day } from '../../../domain/dates.ts'
import type { sitemapPages } from '../../content/pages.ts'
import { paths } from '../../core/paths.ts'

export interface ListedProduct {
  category: string
  slug: string
  /** The time of the row's last change, in ISO 8601. */
  updatedAt: string
}

/** Lists pages and products with the day of their last change; https://www.sitemaps.org/protocol.html */
export function sitemapXml(
  pages: typeof sitemapPages,
  products: readonly ListedProduct[],
  datesChangedAt: string | null,
  siteUrl: string,
): string {
  const days = products.map(({ updatedAt }) => updatedAt.slice(0, 10))
  const newest = {
    products: [...days].sort().at(-1) ?? null,
    dates: datesChangedAt?.slice(0, 10) ?? null,
  }
  const entries = [
    ...pages.map(({ path, changed }) =>
      entry(
        siteUrl + path,
        changed === 'products' || changed === 'dates' ? newest[changed] : changed,
      ),
    ),
    ...products.map((product, index) =>
      entry(siteUrl + paths.product(product), days[index] ?? null),
    ),
  ]
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
    `${entries.join('\n')}\n</urlset>\n`
  )
}

function entry(address: string, changed: Day | null): string {
  const lastmod = changed === null ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`
  return `<url><loc>${escapeXml(address)}</loc>${lastmod}</url>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
