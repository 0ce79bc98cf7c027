import { expect, test } from 'vitest'
import { findPages, toProductResult } from './results.ts'

const titles = (term: string) => findPages(term).map(({ title }) => title)

test.each([
  ['grandmother', 'About'],
  ['laminate', 'Ask Beau'],
  ['HACCP plan', 'Ask Beau'],
  ['sliders', 'Proud Catering'],
])('finds %j on the page %s', (term, title) => {
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
])('the first page for %j is %s', (term, title) => {
  expect(titles(term)[0]).toBe(title)
})

test('pages whose titles match come first', () => {
  expect(titles('catering')[0]).toBe('Proud Catering')
})

test.each(['lilac', 'xyzzy', ''])('finds no page for %j', (term) => {
  expect(titles(term)).toEqual([])
})

test('a coming-soon product is shown as a mystery without its name, price or picture', () => {
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
  const result = toProductResult({ item: row, score: 90, matchingTag: null })
  expect(result).toMatchObject({ title: 'Mystery sticker No. 10', image: null, isMystery: true })
  expect(result.description).toBe('')
  const availableResult = toProductResult({
    item: { ...row, isComingSoon: false },
    score: 90,
    matchingTag: null,
  })
  expect(availableResult).toMatchObject({
    title: row.name,
    image: '/a.svg',
    description: row.description,
  })
})
