import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Page, pages as records } from '../../app/content/pages.ts'
import { recipeSlug } from '../../app/content/recipes.ts'
import { paths } from '../../app/core/paths.ts'
import { editorialPaths } from '../../app/core/editorial-paths.ts'
import { business } from '../../domain/business.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { type PageHead, readHead } from '../support/html-head.ts'
import { openPreparedShop, type RunningShop } from '../support/running-shop.ts'

interface CrawledPage extends PageHead {
  address: string
  status: number
  html: string
}

let shop: RunningShop
const pages: CrawledPage[] = []
let sitemap = ''

beforeAll(async () => {
  shop = await openPreparedShop()
  sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
  // Crawls one page after the other, because the shop limits a client's simultaneous requests.
  for (const address of addresses) pages.push(await crawl(address))
})
afterAll(() => shop?.remove())

async function crawl(address: string): Promise<CrawledPage> {
  const answer = await fetch(address, { redirect: 'manual' })
  const html = await answer.text()
  return { address, status: answer.status, html, ...readHead(html) }
}

function visit(path: string): Promise<CrawledPage> {
  return crawl(shop.url + path)
}

function addressesWhere(isOdd: (page: CrawledPage) => boolean): string[] {
  return pages.filter(isOdd).map(({ address }) => address)
}

describe('the sitemap', () => {
  test('the sitemap lists every product and page with the day of its last change', async () => {
    const answer = await fetch(`${shop.url}/sitemap.xml`)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const listed = Object.values<Page>(records).filter(({ sitemap }) => sitemap !== false)
    const recipes = seedProducts.flatMap(({ recipeIdeas }) =>
      Object.keys(recipeIdeas).map((title) => editorialPaths.recipe(recipeSlug(title))),
    )
    const wanted = [
      ...listed.map(({ path }) => path),
      ...seedProducts.map(paths.product),
      ...recipes,
    ]
    expect(pages.map(({ address }) => new URL(address).pathname).toSorted()).toEqual(
      wanted.toSorted(),
    )
    expect(sitemap.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)).toHaveLength(pages.length)
  })

  test('robots.txt names the sitemap', async () => {
    const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
  })
})

describe('every page of the sitemap', () => {
  test('every listed page answers 200, is its own canonical address and may be indexed', () => {
    expect(addressesWhere(({ status }) => status !== 200)).toEqual([])
    expect(addressesWhere(({ address, canonical }) => canonical !== address)).toEqual([])
    expect(addressesWhere(({ isListed }) => !isListed)).toEqual([])
  })

  test('every listed page has a title and a description that no other page has', () => {
    expect(addressesWhere(({ title, description }) => title === '' || description === '')).toEqual(
      [],
    )
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length)
  })

  test('every listed page repeats them for Open Graph and asks for a large card', () => {
    const odd = addressesWhere(
      ({ cards, title, description, address }) =>
        cards.get('og:title') !== title ||
        cards.get('og:description') !== description ||
        cards.get('og:url') !== address ||
        cards.get('twitter:card') !== 'summary_large_image',
    )
    expect(odd).toEqual([])
  })

  test('every listed page has a share picture of 1200 by 630', async () => {
    const pictures = [...new Set(pages.map(({ cards }) => cards.get('og:image') ?? ''))]
    expect(pictures).toHaveLength(pages.length)
    const sizes = await Promise.all(pictures.map(pngSize))
    expect(sizes.filter((size) => size !== '200 image/png 1200x630')).toEqual([])
  })

  test('every listed page names the type of each piece of its structured data', () => {
    const untyped = pages.flatMap(({ address, structured }) =>
      structured.flatMap(things).some(({ '@type': type }) => typeof type !== 'string')
        ? [address]
        : [],
    )
    expect(untyped).toEqual([])
  })
})

async function pngSize(address: string): Promise<string> {
  const answer = await fetch(address)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
  const size = isPng ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : 'no PNG'
  return `${answer.status} ${answer.headers.get('content-type')} ${size}`
}

type Thing = Record<string, unknown>

/** Returns the entities of a JSON-LD block: the members of its graph, or the block itself. */
function things(block: unknown): Thing[] {
  const thing = block as Thing
  expect(thing['@context']).toBe('https://schema.org')
  return Array.isArray(thing['@graph']) ? (thing['@graph'] as Thing[]) : [thing]
}

test.each([
  [paths.home, ['Organization', 'WebSite']],
  [paths.contact, ['FoodEstablishment']],
  [paths.catering, ['LocalBusiness']],
  [paths.about, ['Organization']],
  [paths.faqs, ['FAQPage']],
  [editorialPaths.recipe('oven-chips'), ['BreadcrumbList', 'Recipe']],
  [
    paths.product({ category: 'hot-sauce', slug: 'apple-terror-sauce' }),
    ['BreadcrumbList', 'Product'],
  ],
])('the structured data of %s describes %s', async (path, types) => {
  const { structured } = await visit(path)
  const found = structured.flatMap(things).map(({ '@type': type }) => type)
  expect(found.toSorted()).toEqual(types)
})

test.each([paths.whereToFindUs, paths.popUps, paths.tacoTuesdays])(
  '%s lists its dates as events',
  async (path) => {
    const { structured } = await visit(path)
    const types = structured.flatMap(things).map(({ '@type': type }) => type)
    expect(types).toContain('FoodEvent')
  },
)

test('structured data describes the search box with the search page’s address', async () => {
  const { structured } = await visit(paths.home)
  const site = structured.flatMap(things).find(({ '@type': type }) => type === 'WebSite')
  expect(site).toMatchObject({
    potentialAction: {
      target: { urlTemplate: `${shop.url}/search?q={words}` },
      'query-input': 'required name=words',
    },
  })
  expect((await fetch(`${shop.url}/search?q=apple`)).status).toBe(200)
})

test('every link, picture, font and film that a page names exists', async () => {
  const unlisted = ['/404', paths.cart, paths.auth, paths.search('apple'), paths.wholesale]
  const read = await Promise.all(unlisted.map(visit))
  const named = new Map([...pages, ...read].flatMap(({ address, html }) => namedBy(address, html)))
  const sheets = [...named.keys()].filter((path) => path.endsWith('.css'))
  for (const path of sheets) {
    const css = await (await fetch(shop.url + path)).text()
    for (const [reference, page] of namedBy(shop.url + path, css)) named.set(reference, page)
  }
  expect(named.size).toBeGreaterThan(200)
  const dead: string[] = []
  for (const [path, page] of named) {
    const { status } = await fetch(shop.url + path, { method: 'HEAD', redirect: 'manual' })
    if (status !== 200 && path !== '/404') dead.push(`${status} ${path} on ${page}`)
  }
  expect(dead).toEqual([])
})

/**
 * Returns the paths within the shop to which a page or a style sheet refers, each with the address that refers to it.
 */
function namedBy(address: string, text: string): [path: string, by: string][] {
  const references = [
    ...text.matchAll(/\s(?:src|href|poster)="([^"]+)"/g),
    ...text.matchAll(/url\((?:&quot;|['"])?([^)'"&]+)/g),
    ...text.matchAll(/(\/generated\/[\w./-]+)/g),
  ]
  return references.flatMap(([, reference = '']): [string, string][] => {
    const target = URL.parse(reference.replaceAll('&amp;', '&'), address)
    return target?.origin === shop.url ? [[target.pathname + target.search, address]] : []
  })
}

const chef = business.chef.slug

test.each([
  [`/${chef}-consultancy`, `/ask-${chef}`],
  ['/proud-catering', '/lgbt-proud-catering'],
  ['/hire-proud-catering', '/lgbt-proud-catering'],
  ['/queer', '/about'],
  ['/wholesale', '/upcoming-dates'],
  ['/shop/product/apple-terror-sauce', '/shop/hot-sauce/apple-terror-sauce'],
  ['/shop/mugs/apple-terror-sauce', '/shop/hot-sauce/apple-terror-sauce'],
])('%s has the canonical address %s', async (alias, path) => {
  const page = await visit(alias)
  expect(page.status).toBe(200)
  expect(page.canonical).toBe(shop.url + path)
})

test.each([
  '/cart',
  '/auth',
  '/account-settings',
  '/checkout/success',
  '/checkout/cancelled',
  '/search',
  '/search?q=apple',
  '/shop?filter=no-such-thing',
])('%s asks not to be indexed', async (path) => {
  expect((await visit(path)).isListed).toBe(false)
})

test.each([
  '/404',
  '/no-such-page',
  '/shop/hot-sauce/no-such-sauce',
  '/shop/product/no-such',
  '/index.php',
])('%s answers 404', async (path) => {
  const page = await visit(path)
  expect(page.status).toBe(404)
  expect(page.isListed).toBe(false)
  expect(page.canonical).toBeNull()
})

test('the sandbox asks not to be indexed', async () => {
  const answer = await fetch(`${shop.url}/sandbox/mail`)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
})

/** Returns the web app manifest of a page, after checking that each icon has the size that the manifest declares. */
async function installed(path: string) {
  const html = await (await fetch(shop.url + path)).text()
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
  const answer = await fetch(shop.url + address)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const manifest: Record<string, string> & {
    icons: { src: string; type: string; sizes: string }[]
  } = await answer.json()
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await fetch(shop.url + src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type])
    // Every PNG has its width and height at these offsets.
    const picture = Buffer.from(await icon.arrayBuffer())
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  return manifest
}

test('the shop’s web app manifest has its name and icons', async () => {
  expect(await installed('/')).toMatchObject({ short_name: business.tradingName })
})

test('the desk’s web app manifest opens the desk in its own window and scope', async () => {
  const desk = await installed('/desk')
  expect(desk).toMatchObject({
    name: 'The desk',
    start_url: '/desk',
    scope: '/desk',
    display: 'standalone',
  })
  const start = await fetch(shop.url + desk.start_url, { redirect: 'manual' })
  expect(start.status).toBe(200)
})
