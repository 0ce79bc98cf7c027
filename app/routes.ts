import { type RouteConfig, index, route } from '@react-router/dev/routes'
import { type Page, pages } from './content/pages.ts'

const listed = Object.values<Page>(pages).flatMap(({ path, alsoAt = [], file }) =>
  [path, ...alsoAt]
    .map((at) => at.slice(1))
    .map((at) => (at === '' ? index(file, { id: 'home' }) : route(at, file, { id: at }))),
)

export default [
  ...listed,
  route('shop/product/:idOrSlug', 'routes/product/product.tsx', { id: 'product-by-id' }),
  route('shop/:category/:slug', 'routes/product/product.tsx', { id: 'product' }),
  route('cart', 'routes/cart/cart.tsx'),
  route('cart/restore', 'routes/cart-restore/cart-restore.tsx'),
  route('auth', 'routes/auth/auth.tsx'),
  route('account-settings', 'routes/account-settings/account-settings.tsx'),
  route('checkout/success', 'routes/checkout-success/checkout-success.tsx'),
  route('checkout/cancelled', 'routes/checkout-cancelled/checkout-cancelled.tsx'),
  route('dates.ics', 'routes/dates/dates.ts', { id: 'dates' }),
  route('dates/:slug.ics', 'routes/dates/dates.ts', { id: 'date' }),
  route('search', 'routes/search/search.tsx'),
  route('sitemap.xml', 'routes/sitemap/sitemap.ts'),
  route('robots.txt', 'routes/robots/robots.ts'),
  route('manifest.webmanifest', 'routes/manifest/manifest.ts'),
  route('newsletter/confirm', 'routes/newsletter/confirm.tsx', { id: 'newsletter-confirm' }),
  route('newsletter/unsubscribe', 'routes/newsletter/unsubscribe.tsx', {
    id: 'newsletter-unsubscribe',
  }),
  route('newsletter/done', 'routes/newsletter/done.tsx', { id: 'newsletter-done' }),
  route('tell-me/confirm', 'routes/tell-me/confirm.tsx', { id: 'tell-me-confirm' }),
  route('tell-me/done', 'routes/tell-me/done.tsx', { id: 'tell-me-done' }),
  route('your-data', 'routes/your-data/your-data.tsx'),
  route('your-data/link', 'routes/your-data/link.tsx'),
  route('your-data/done', 'routes/your-data/done.tsx', { id: 'your-data-done' }),
  route('404', 'routes/not-found/not-found.tsx', { id: 'not-found' }),
  route('*', 'routes/not-found/not-found.tsx', { id: 'anything-else' }),
] satisfies RouteConfig
