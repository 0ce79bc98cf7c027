import { expect, test } from 'vitest'
import { sitemapPages, type Page, pages } from '../../content/pages.ts'
import { sitemapXml } from './sitemap-xml.ts'

const site = 'https://shop.example'
const products = [
  { category: 'hot-sauce', slug: 'one', updatedAt: '2026-05-01T10:00:00Z' },
  { category: 'a&b', slug: 'two', updatedAt: '2026-06-02T10:00:00+00:00' },
]

test('a page in the sitemap has the day on which its text changed, and a product the day of its row', () => {
  const xml = sitemapXml([{ path: '/about', changed: '2026-01-02' }], products, null, site)
  expect(xml).toContain(
    '<url><loc>https://shop.example/about</loc><lastmod>2026-01-02</lastmod></url>',
  )
  expect(xml).toContain('/shop/hot-sauce/one</loc><lastmod>2026-05-01</lastmod>')
})

test('a page of products in the sitemap has the date of the newest product', () => {
  expect(sitemapXml([{ path: '/shop', changed: 'products' }], products, null, site)).toContain(
    '<loc>https://shop.example/shop</loc><lastmod>2026-06-02</lastmod>',
  )
  expect(sitemapXml([{ path: '/shop', changed: 'products' }], [], null, site)).not.toContain(
    'lastmod',
  )
})

test('a page of events in the sitemap has the date of their last change', () => {
  const xml = sitemapXml([{ path: '/dates', changed: 'dates' }], [], '2026-11-24T18:00:00Z', site)
  expect(xml).toContain('<loc>https://shop.example/dates</loc><lastmod>2026-11-24</lastmod>')
})

test('addresses in the sitemap are escaped', () => {
  expect(sitemapXml([], products, null, `${site}/?a=<'">&`)).toContain(
    '?a=&lt;&apos;&quot;&gt;&amp;',
  )
})

test('every listed page is listed once and has a share picture and a unique title', () => {
  const listed = sitemapPages.map(({ path }) => path)
  expect(listed).toEqual([...new Set(listed)])
  expect(listed.toSorted()).toEqual(
    Object.values<Page>(pages)
      .filter(({ share }) => share !== undefined)
      .map(({ path }) => path)
      .toSorted(),
  )
  const every: readonly Page[] = Object.values(pages)
  expect(new Set(every.map(({ title }) => title)).size).toBe(every.length)
  expect(new Set(every.map(({ description }) => description)).size).toBe(every.length)
})
