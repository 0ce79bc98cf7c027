import { listedPages } from '../../content/listed-pages.ts'
import { shopContext } from '../../context.ts'
import {
  CatalogueUnavailable,
  listProductChanges,
} from '../../features/catalogue/queries.server.ts'
import { sitemapXml } from '../../features/seo/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

/** /sitemap.xml: every page that search engines may list, with the day of its last change. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { supabase, siteUrl } = context.get(shopContext)
  try {
    const products = await listProductChanges(supabase)
    return new Response(sitemapXml(listedPages, products, siteUrl), {
      headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    })
  } catch (error) {
    if (!(error instanceof CatalogueUnavailable)) throw error
    return new Response(error.message, { status: 503, headers: { 'Retry-After': '60' } })
  }
}
