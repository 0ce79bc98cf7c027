import { shopContext } from '../../context.ts'
import type { Route } from './+types/robots.ts'

/**
 * /robots.txt. Pages that are not to be listed may be read, for they say so themselves; what is forbidden here
 * would be listed by its bare address.
 */
export function loader({ context }: Route.LoaderArgs): Response {
  const { siteUrl } = context.get(shopContext)
  const lines = ['User-agent: *', 'Allow: /', 'Disallow: /sandbox/', '']
  return new Response([...lines, `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
