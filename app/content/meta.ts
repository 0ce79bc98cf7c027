import type { MetaDescriptor } from 'react-router'
import { business } from '../../domain/business.ts'
import { getSharePicturePath } from '../../domain/share-picture.ts'
import type { Page } from './pages.ts'

interface PageMeta extends Pick<Page, 'title' | 'description'> {
  /** The path and query of the canonical URL. Absent for pages that are not indexed. */
  canonical?: string
  noindex?: boolean
  /** The path or URL of the picture for shared links; by default that of the canonical path. */
  image?: string
  type?: 'website' | 'product'
}

const shareSize: MetaDescriptor[] = [
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
]

/**
 * Returns the head of a page. X takes the title, text and picture from Open Graph;
 * https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started
 */
export function pageMeta(page: PageMeta, siteUrl: string): MetaDescriptor[] {
  const {
    title,
    description,
    canonical,
    noindex = false,
    image = getSharePicturePath(canonical),
    type = 'website',
  } = page
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: business.tradingName },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:image', content: toAbsoluteUrl(image, siteUrl) },
    ...(image.startsWith('/generated/share/') ? shareSize : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (noindex) tags.push({ name: 'robots', content: 'noindex' })
  if (canonical !== undefined) {
    const address = siteUrl + canonical
    tags.push({ tagName: 'link', rel: 'canonical', href: address })
    tags.push({ property: 'og:url', content: address })
  }
  return tags
}

export function toAbsoluteUrl(path: string, siteUrl: string): string {
  return path.startsWith('/') ? siteUrl + path : path
}

export function createPrivateMeta(title: string, description: string) {
  return ({ matches }: { matches: Matches }) =>
    createPrivateHead(title, description, getSiteUrl(matches))
}

export function createPrivateHead(
  title: string,
  description: string,
  siteUrl: string,
): MetaDescriptor[] {
  const named = `${title} | ${business.tradingName}`
  return pageMeta({ title: named, description, noindex: true }, siteUrl)
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export function getSiteUrl(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof root !== 'object' || root === null || !('siteUrl' in root)) return ''
  return typeof root.siteUrl === 'string' ? root.siteUrl : ''
}
