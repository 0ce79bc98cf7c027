import { sitemapPages } from '../../content/pages.ts'
import { shopContext } from '../../core/context.ts'
import {
  listProductChanges,
  logCatalogueUnavailable,
} from '../../features/catalogue/queries.server.ts'
import { readDates } from '../../features/places/dates.server.ts'
import { listRecipes } from '../../features/recipes/recipes.server.ts'
import { sitemapXml } from './sitemap-xml.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext)
  const { supabase, siteUrl, readRows } = shop
  try {
    const [products, { changedAt }, recipes] = await Promise.all([
      listProductChanges(supabase),
      readDates(shop),
      readRows('recipes', listRecipes),
    ])
    const pages = recipes.map(({ card }) => ({
      path: card.to,
      changed: 'products' as const,
    }))
    return new Response(sitemapXml([...sitemapPages, ...pages], products, changedAt, siteUrl), {
      headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    })
  } catch (error) {
    const { message } = logCatalogueUnavailable(error, shop)
    return new Response(message, { status: 503, headers: { 'Retry-After': '60' } })
  }
}
