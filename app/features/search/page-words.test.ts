import { expect, test } from 'vitest'
import { pagesFor, productResult } from './results.ts'

const titles = (term: string) => pagesFor(term).map(({ title }) => title)

test.each([
  ['grandmother', 'About'],
  ['laminate', 'Ask Beau'],
  ['HACCP plan', 'Ask Beau'],
  ['sliders', 'Proud Catering'],
])('%j is found where a page says it', (term, title) => {
  expect(titles(term)).toContain(title)
})

test.each([
  ['refund', 'Terms of Service'],
  ['money back', 'Terms of Service'],
  ['terms and conditions', 'Terms of Service'],
  ['returns', 'Terms of Service'],
  ['delivery', 'FAQs'],
  ['postage', 'FAQs'],
  ['vegan', 'FAQs'],
  ['allergens', 'Allergens'],
  ['gift', 'Subscriptions'],
  ['cancel', 'Subscriptions'],
  ['discount code', 'Cart'],
  ['wholesale', 'Wholesale'],
  ['privacy', 'Privacy Policy'],
  ['delete my data', 'Privacy Policy'],
  ['cookies', 'Cookie Policy'],
  ['reviews', 'Testimonials'],
  ['tacos', 'Taco Tuesdays'],
  ['pop-up', 'Pop Ups'],
  ['markets', 'Markets'],
  ['beer', 'Battersea Brewery'],
  ['calendar', 'Where to Find Us'],
  ['my orders', 'Account'],
])('%j leads first to %s', (term, title) => {
  expect(titles(term)[0]).toBe(title)
})

test('the words of a title still come first', () => {
  expect(titles('catering')[0]).toBe('Proud Catering')
})

test.each(['lilac', 'xyzzy', ''])('%j is no word that a page is about', (term) => {
  expect(titles(term)).toEqual([])
})

test('what is coming soon is shown as a mystery, without its name, price or picture', () => {
  const row = {
    id: 'x',
    name: 'Proper Mouthy Mustard',
    description: 'English heat.',
    slug: 'proper-mouthy-mustard',
    tags: [],
    image_url: ['/a.svg'],
    price: 550,
    isComingSoon: true,
    Sort_order: 10,
  }
  const found = productResult({ item: row, score: 90, matchingTag: null })
  expect(found).toMatchObject({ title: 'Mystery sticker No. 10', image: null, isMystery: true })
  expect(found.description).toBe('')
  const here = productResult({
    item: { ...row, isComingSoon: false },
    score: 90,
    matchingTag: null,
  })
  expect(here).toMatchObject({ title: row.name, image: '/a.svg', description: row.description })
})
