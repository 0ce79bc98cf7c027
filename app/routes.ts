import { type RouteConfig, index, route } from '@react-router/dev/routes'

export default [
  index('routes/home/home.tsx'),
  route('shop', 'routes/shop/shop.tsx'),
  route('shop/product/:idOrSlug', 'routes/product/product.tsx', { id: 'product-by-id' }),
  route('shop/:category/:slug', 'routes/product/product.tsx', { id: 'product' }),
  route('cart', 'routes/cart/cart.tsx'),
  route('auth', 'routes/auth/auth.tsx'),
  route('account-settings', 'routes/account-settings/account-settings.tsx'),
  route('checkout/success', 'routes/checkout-success/checkout-success.tsx'),
  route('checkout/cancelled', 'routes/checkout-cancelled/checkout-cancelled.tsx'),
  route('upcoming-dates', 'routes/where-to-find-us/where-to-find-us.tsx', {
    id: 'where-to-find-us',
  }),
  route('wholesale', 'routes/where-to-find-us/where-to-find-us.tsx', { id: 'wholesale' }),
  route('dates.ics', 'routes/dates/feed.ts'),
  route('dates/:slug.ics', 'routes/dates/date.ts'),
  route('search', 'routes/search/search.tsx'),
  route('privacy-policy', 'routes/policy/policy.tsx', { id: 'privacy-policy' }),
  route('terms-of-service', 'routes/policy/policy.tsx', { id: 'terms-of-service' }),
  route('cookie-policy', 'routes/policy/policy.tsx', { id: 'cookie-policy' }),
  route('404', 'routes/not-found/not-found.tsx', { id: 'not-found' }),
  route('*', 'routes/not-found/not-found.tsx', { id: 'anything-else' }),
] satisfies RouteConfig
