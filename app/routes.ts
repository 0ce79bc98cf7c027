import { type RouteConfig, index, route } from '@react-router/dev/routes'
import { type Page, pages } from './content/pages.ts'
import { alternativePaths } from './core/paths.ts'

const listed = Object.values<Page>(pages).flatMap(({ path, file }) =>
  [path, ...Object.keys(alternativePaths).filter((at) => alternativePaths[at] === path)]
    .map((at) => at.slice(1))
    .map((at) => (at === '' ? index(file, { id: 'home' }) : route(at, file, { id: at }))),
)

/** Returns a route with a short id: every page contains the ids of all routes, and the default, a file path, is longer. */
const at = (path: string, file: string, id = path) => route(path, `routes/${file}`, { id })

export default [
  ...listed,
  at('shop/product/:idOrSlug', 'product/product.tsx', 'product-by-id'),
  at('shop/:category/:slug', 'product/product.tsx', 'product'),
  at('recipes/:slug', 'recipe/recipe.tsx'),
  at('cart', 'cart/cart.tsx'),
  at('cart/restore', 'cart-restore/cart-restore.tsx'),
  at('pairings/:slug?', 'pairings/pairings.ts'),
  at('auth', 'auth/auth.tsx'),
  at('account-settings', 'account-settings/account-settings.tsx'),
  at('checkout/success', 'checkout-success/checkout-success.tsx'),
  at('checkout/cancelled', 'checkout-cancelled/checkout-cancelled.tsx'),
  at('dates.ics', 'dates/dates.ts'),
  at('dates/:slug.ics', 'dates/dates.ts'),
  at('search', 'search/search.tsx'),
  at('sitemap.xml', 'sitemap/sitemap.ts'),
  at('robots.txt', 'robots/robots.ts'),
  at('manifest.webmanifest', 'manifest/manifest.ts'),
  at('newsletter/confirm', 'newsletter/confirm.tsx'),
  at('newsletter/unsubscribe', 'newsletter/unsubscribe.tsx'),
  at('newsletter/done', 'newsletter/done.tsx'),
  at('tell-me/confirm', 'tell-me/confirm.tsx'),
  at('tell-me/done', 'tell-me/done.tsx'),
  at('your-data', 'your-data/your-data.tsx'),
  at('your-data/link', 'your-data/link.tsx'),
  at('your-data/done', 'your-data/done.tsx'),
  at('404', 'not-found/not-found.tsx'),
  at('*', 'not-found/not-found.tsx'),
] satisfies RouteConfig
