import { type RouteConfig, index, route } from '@react-router/dev/routes'
import { business } from '../domain/business.ts'

const chef = business.chef.slug

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
  route('about', 'routes/about/about.tsx', { id: 'about' }),
  route('queer', 'routes/about/about.tsx', { id: 'queer' }),
  route('trailer-trash-taco-tuesdays', 'routes/taco-tuesdays/taco-tuesdays.tsx'),
  route('southern-comfort-food', 'routes/pop-ups/pop-ups.tsx'),
  route('markets', 'routes/markets/markets.tsx'),
  route('markets-does-gregs-and-sauces', 'routes/gregs/gregs.tsx'),
  route('battersea-brewery', 'routes/brewery/brewery.tsx'),
  route('dates.ics', 'routes/dates/feed.ts'),
  route('dates/:slug.ics', 'routes/dates/date.ts'),
  route('search', 'routes/search/search.tsx'),
  route('subscriptions', 'routes/subscriptions/subscriptions.tsx'),
  route('lgbt-proud-catering', 'routes/catering/catering.tsx', { id: 'catering' }),
  route('hire-proud-catering', 'routes/catering/catering.tsx', { id: 'hire-catering' }),
  route('proud-catering', 'routes/catering/catering.tsx', { id: 'proud-catering' }),
  route(`ask-${chef}`, 'routes/consultancy/consultancy.tsx', { id: 'ask' }),
  route(`${chef}-consultancy`, 'routes/consultancy/consultancy.tsx', { id: 'consultancy' }),
  route('testimonials', 'routes/testimonials/testimonials.tsx'),
  route('faqs', 'routes/faqs/faqs.tsx'),
  route('contact', 'routes/contact/contact.tsx'),
  route('privacy-policy', 'routes/policy/policy.tsx', { id: 'privacy-policy' }),
  route('terms-of-service', 'routes/policy/policy.tsx', { id: 'terms-of-service' }),
  route('cookie-policy', 'routes/policy/policy.tsx', { id: 'cookie-policy' }),
  route('404', 'routes/not-found/not-found.tsx', { id: 'not-found' }),
  route('*', 'routes/not-found/not-found.tsx', { id: 'anything-else' }),
] satisfies RouteConfig
