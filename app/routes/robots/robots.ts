import { shopContext } from '../../core/context.ts'
import type { Route } from './+types/robots.ts'

/** Returns robots.txt. Pages with `noindex` stay crawlable: a disallowed page would be listed by its bare URL. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { siteUrl } = context.get(shopContext)
  const lines = ['User-agent: *', 'Allow: /', 'Disallow: /sandbox/', '']
  return new Response([...lines, `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
