import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Product } from '../../../domain/product.ts'
import { aProduct } from '../../../tests/support/product.ts'
import { toCard } from './card-product.ts'
import { ProductCard } from './product-card.tsx'

function html(changes: Partial<Product> = {}): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ProductCard product={toCard(aProduct(changes))} index={0} full />
    </MemoryRouter>,
  )
}

test('an available product shows its price, its unit price and the button', () => {
  const card = html()
  expect(card).toContain('£8.50')
  expect(card).toContain('190 g · £4.47 per 100 g')
  expect(card).toContain('Add to Cart')
  expect(card).toContain('href="/shop/chilli-crisp/nashville-chilli-crisp"')
})

test('the pictures of a card are not a list that a screen reader would announce as empty', () => {
  const [pictures = ''] = html({ images: ['/a.svg', '/b.svg'], tags: [] }).split('Sticker number')
  expect(pictures).toContain('/a.svg')
  expect(pictures).not.toMatch(/<[uo]l|<li/)
})

test('a sold-out product has its stamp and its link but no button', () => {
  const card = html({ isSoldOut: true })
  expect(card).toMatch(/sold out/i)
  expect(card).not.toContain('Add to Cart')
  expect(card).toContain('href="/shop/chilli-crisp/nashville-chilli-crisp"')
})

test.each([
  ['back', { isSoldOut: true }],
  ['here', { isComingSoon: true }],
])(
  'a product that cannot be bought links to the form for a message when it is %s',
  (word, state) => {
    const card = html(state)
    expect(card).toContain('href="/shop/chilli-crisp/nashville-chilli-crisp#tell-me"')
    expect(card).toContain(`Tell me when it’s ${word}`)
    expect(html({})).not.toContain('#tell-me')
  },
)

test('a coming-soon product shows its tape and only its first picture', () => {
  const card = html({ isComingSoon: true, images: ['/a.svg', '/b.svg'] })
  expect(card).toMatch(/coming soon/i)
  expect(card).not.toContain('Add to Cart')
  expect(card).not.toContain('/b.svg')
})

test('a product without a price shows Price TBA and has no button', () => {
  for (const price of [null, 0]) {
    const card = html({ price })
    expect(card).toMatch(/Price.*TBA/s)
    expect(card).not.toContain('£')
    expect(card).not.toContain('Add to Cart')
  }
})

test('a card leaves the drawn label to the product’s own page', () => {
  const label = '/generated/stickers/nashville-chilli-crisp-label.svg'
  const third = '/generated/stickers/nashville-chilli-crisp-third.svg'
  expect(toCard(aProduct({ images: ['/a.svg', label, third] })).images).toEqual(['/a.svg', third])
})

test('a card without a picture shows No Image', () => {
  expect(html({ image: null, images: [] })).toContain('No Image')
})

test('a card shows all badges that apply, the hazard badge first', () => {
  const card = html({ isHot: true, isSeasonalLimited: true, isBestSeller: true })
  const places = [/Caution/, /Limited Edition/, /BEST/].map((badge) => card.search(badge))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('tags link to their filter, and a tag that is only a hash is left out', () => {
  const card = html({ tags: ['#spicy', '#'] })
  expect(card).toContain('<a href="/shop?filter=spicy">#spicy</a>')
  expect(card).not.toContain('>#</a>')
})

test('a card emphasises allergens', () => {
  const card = html({ ingredients: ['rapeseed oil', 'soya sauce'], allergens: 'Contains: soya.' })
  expect(card).toContain('<strong>soya</strong> sauce')
  expect(card).toContain('Contains: <strong>soya</strong>.')
})

test('unknown allergens are never shown as free from', () => {
  const card = html({ allergens: null, ingredients: [] })
  expect(card).toContain('no allergen details on file')
  expect(card).not.toMatch(/free from/i)
})

test('a script that was stored in a product stays text', { tags: ['abuse-26'] }, () => {
  const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const card = html({
    name: attack,
    tagline: attack,
    description: attack,
    category: attack,
    slug: attack,
    tags: [attack],
    ingredients: [attack],
    allergens: attack,
    pack: attack,
    net: null,
    images: [attack],
  })
  expect(card).not.toMatch(/<script|<img src=x|"onerror/i)
})
