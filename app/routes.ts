import { type RouteConfig, index, route } from '@react-router/dev/routes'
import { type Page, pages } from './content/pages.ts'

const listed = Object.values<Page>(pages).flatMap(({ path, alsoAt = [], file }) =>
  [path, ...alsoAt]
    .map((at) => at.slice(1))
    .map((at) => (at === '' ? index(file, { id: 'home' }) : route(at, file, { id: at }))),
)

/** Each has a short id: every page carries the list of them all, and a file's path is longer. */
export default [
  ...listed,
  route('shop/product/:idOrSlug', 'routes/product/product.tsx', { id: 'product-by-id' }),
  route('shop/:category/:slug', 'routes/product/product.tsx', { id: 'product' }),
  route('recipes/:slug', 'routes/recipe/recipe.tsx', { id: 'recipe' }),
  route('cart', 'routes/cart/cart.tsx', { id: 'cart' }),
  route('cart/restore', 'routes/cart-restore/cart-restore.tsx', { id: 'cart/restore' }),
  route('pairings/:slug?', 'routes/pairings/pairings.ts', { id: 'pairings' }),
  route('auth', 'routes/auth/auth.tsx', { id: 'auth' }),
  route('account-settings', 'routes/account-settings/account-settings.tsx', {
    id: 'account-settings',
  }),
  route('checkout/success', 'routes/checkout-success/checkout-success.tsx', {
    id: 'checkout/success',
  }),
  route('checkout/cancelled', 'routes/checkout-cancelled/checkout-cancelled.tsx', {
    id: 'checkout/cancelled',
  }),
  route('dates.ics', 'routes/dates/dates.ts', { id: 'dates' }),
  route('dates/:slug.ics', 'routes/dates/dates.ts', { id: 'date' }),
  route('search', 'routes/search/search.tsx', { id: 'search' }),
  route('sitemap.xml', 'routes/sitemap/sitemap.ts', { id: 'sitemap.xml' }),
  route('robots.txt', 'routes/robots/robots.ts', { id: 'robots.txt' }),
  route('manifest.webmanifest', 'routes/manifest/manifest.ts', { id: 'manifest.webmanifest' }),
  route('newsletter/confirm', 'routes/newsletter/confirm.tsx', { id: 'newsletter-confirm' }),
  route('newsletter/unsubscribe', 'routes/newsletter/unsubscribe.tsx', {
    id: 'newsletter-unsubscribe',
  }),
  route('newsletter/done', 'routes/newsletter/done.tsx', { id: 'newsletter-done' }),
  route('tell-me/confirm', 'routes/tell-me/confirm.tsx', { id: 'tell-me-confirm' }),
  route('tell-me/done', 'routes/tell-me/done.tsx', { id: 'tell-me-done' }),
  route('your-data', 'routes/your-data/your-data.tsx', { id: 'your-data' }),
  route('your-data/link', 'routes/your-data/link.tsx', { id: 'your-data/link' }),
  route('your-data/done', 'routes/your-data/done.tsx', { id: 'your-data-done' }),
  route('404', 'routes/not-found/not-found.tsx', { id: 'not-found' }),
  route('*', 'routes/not-found/not-found.tsx', { id: 'anything-else' }),
] satisfies RouteConfig
