import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { pageMeta, siteUrlOf } from './meta.ts'
import { titleOf } from './titles.ts'

const listed = [
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

test('each of the thirteen paths has a title and a description of its own', () => {
  const pages = listed.map(titleOf)
  expect(new Set(pages.map((page) => page.title)).size).toBe(13)
  expect(new Set(pages.map((page) => page.description)).size).toBe(13)
})

test('any other path has the title and description of the home page', () => {
  expect(titleOf('/queer')).toEqual(titleOf('/'))
  expect(titleOf('/constructor')).toEqual(titleOf('/'))
})

test('every path of the catering and the consultancy has their title, not the home page’s', () => {
  for (const path of ['/lgbt-proud-catering', '/hire-proud-catering'])
    expect(titleOf(path)).toEqual(titleOf('/proud-catering'))
  const { slug } = business.chef
  expect(titleOf(`/ask-${slug}`)).toEqual(titleOf(`/${slug}-consultancy`))
})

test('a page names its canonical address', () => {
  const tags = pageMeta({ ...titleOf('/shop'), canonical: '/shop' }, 'https://shop.example')
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://shop.example/shop',
  })
  expect(tags).not.toContainEqual({ name: 'robots', content: 'noindex' })
})

test('a page that is not to be indexed says so', () => {
  const tags = pageMeta({ ...titleOf('/cart'), noindex: true }, 'https://shop.example')
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('the public address comes from the data of the root', () => {
  const root = { id: 'root', loaderData: { siteUrl: 'https://shop.example' } }
  expect(siteUrlOf([root, undefined])).toBe('https://shop.example')
  expect(siteUrlOf([{ id: 'root' }])).toBe('')
})
