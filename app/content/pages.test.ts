import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { pageMeta, getSiteUrl } from './meta.ts'
import { getPage } from './pages.ts'

const titled = [
  '/',
  '/shop',
  '/subscriptions',
  `/${business.chef.slug}-consultancy`,
  '/proud-catering',
  '/about',
  '/contact',
  '/wholesale',
  '/testimonials',
  '/faqs',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
]

test('each of the thirteen specified paths has a unique title and description', () => {
  const pages = titled.map(getPage)
  expect(new Set(pages.map((page) => page.title)).size).toBe(13)
  expect(new Set(pages.map((page) => page.description)).size).toBe(13)
})

test('an unknown path has the title and description of the home page', () => {
  expect(getPage('/nowhere')).toBe(getPage('/'))
  expect(getPage('/constructor')).toBe(getPage('/'))
})

test('alternative paths of a page have the page’s title', () => {
  for (const path of ['/lgbt-proud-catering', '/hire-proud-catering'])
    expect(getPage(path)).toBe(getPage('/proud-catering'))
  const { slug } = business.chef
  expect(getPage(`/ask-${slug}`)).toBe(getPage(`/${slug}-consultancy`))
  expect(getPage('/queer')).toBe(getPage('/about'))
})

test('the head of a page links to its canonical address', () => {
  const tags = pageMeta({ ...getPage('/shop'), canonical: '/shop' }, 'https://shop.example')
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://shop.example/shop',
  })
  expect(tags).not.toContainEqual({ name: 'robots', content: 'noindex' })
})

test('the head of a page that must not be indexed has a noindex tag', () => {
  const tags = pageMeta({ ...getPage('/cart'), noindex: true }, 'https://shop.example')
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('the public address of the shop comes from the data of the root route', () => {
  const root = { id: 'root', loaderData: { siteUrl: 'https://shop.example' } }
  expect(getSiteUrl([root, undefined])).toBe('https://shop.example')
  expect(getSiteUrl([{ id: 'root' }])).toBe('')
})
