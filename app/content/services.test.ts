import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { seedFaqs } from '../../supabase/seed/faqs.ts'
import { seedTestimonials } from '../../supabase/seed/testimonials.ts'
import { paths } from '../core/paths.ts'
import { parseRichText } from '../ui/rich-text.ts'
import { boxPairs } from './boxes.ts'
import { cateringBlurbs, cateringTexts, dishes, reasonsToBook } from './catering.ts'
import { consultancyTexts, consultancyServices } from './consultancy.ts'
import { standardDelivery, xlDelivery } from '../../domain/delivery.fixtures.ts'
import { contactEmails } from './contact.ts'
import { toFaqs } from './faqs.ts'
import { scenes } from './scenes.ts'
import { toTestimonial } from './testimonials.ts'

const delivery = [
  { ...standardDelivery, name: 'Second class', description: 'Three days, or so.', price: 411 },
  { ...xlDelivery, name: 'Crate', description: 'A week', price: 1205 },
]
const diets = { vegan: ['Salt'], vegetarian: ['Honey', 'Ghee'], unmarked: ['Fish [x](/y) Sauce'] }
const faqs = toFaqs(seedFaqs, { delivery, diets })
const getAnswer = (id: string) => faqs.find((faq) => faq.id === id)?.answer.join(' ') ?? ''

const testimonials = seedTestimonials.map(toTestimonial)
const getTestimonials = (page: string) => seedTestimonials.filter((one) => one.page === page)

test('the specified numbers of testimonials, questions and boxes exist', () => {
  expect(getTestimonials('testimonials')).toHaveLength(16)
  expect(getTestimonials('consultancy')).toHaveLength(4)
  expect(getTestimonials('catering')).toHaveLength(6)
  expect(getTestimonials('contact')).toHaveLength(3)
  expect(faqs).toHaveLength(3)
  expect(boxPairs.flatMap(({ boxes }) => boxes)).toHaveLength(4)
})

test('each testimonial has an author, a place and a text that fits its sticker', () => {
  for (const { author, location, text } of testimonials) {
    expect(author).not.toBe('')
    expect(location).not.toBe('')
    expect(text.length).toBeGreaterThan(20)
    expect(text.length).toBeLessThan(130)
  }
  expect(new Set(testimonials.map(({ text }) => text)).size).toBe(testimonials.length)
})

test('the six services have their exact names', () => {
  expect(consultancyServices.map(({ title }) => title)).toEqual([
    'Menu Development',
    'EHO compliance',
    'Staff Training',
    'Business Strategy',
    'Recipes/Haccp/Allergens',
    'Streamlining and SOPs',
  ])
  expect(new Set(consultancyServices.map(({ id }) => id)).size).toBe(6)
})

test('the catering page has six reasons and three boards, and says how many guests it serves', () => {
  expect(reasonsToBook).toHaveLength(6)
  expect(cateringBlurbs).toHaveLength(3)
  expect(dishes.length).toBeGreaterThanOrEqual(4)
  expect(cateringTexts.facts).toContain('6 to 60 guests')
  for (const { alt } of Object.values(scenes)) expect(alt.length).toBeGreaterThan(40)
})

test('short texts keep within their maximum lengths', () => {
  for (const { text } of [...consultancyServices, ...cateringBlurbs, ...reasonsToBook])
    expect(text.length).toBeLessThanOrEqual(140)
  for (const { text } of contactEmails) expect(text.length).toBeLessThanOrEqual(80)
  expect(consultancyTexts.note.text.length).toBeLessThanOrEqual(100)
})

test('the three specified questions exist, and each answer has a link', () => {
  expect(faqs.map(({ question }) => question.toLowerCase())).toEqual([
    expect.stringContaining('allergies and intolerances'),
    expect.stringContaining('delivery'),
    expect.stringMatching(/vegetarian.*vegan/),
  ])
  for (const { answer } of faqs)
    expect(answer.flatMap(parseRichText).some(({ kind }) => kind === 'link')).toBe(true)
})

test('links in the answers lead to pages of the shop or to its email address', () => {
  const known = new Set<unknown>([...Object.values(paths), paths.shopFiltered('vegan')])
  const targets = faqs.flatMap(({ answer }) => answer.flatMap(parseRichText)).map((p) => p.target)
  for (const target of targets.filter((one) => one !== undefined))
    expect(known.has(target) || target === `mailto:${business.email}`).toBe(true)
})

test('the answer about delivery lists names, prices and times from the database and no other price', () => {
  const answer = getAnswer('delivery')
  expect(answer).toContain('**Second class** is £4.11. Three days, or so. An order')
  expect(answer).toMatch(/more than five items goes \*\*Crate\*\* for £12\.05.* A week\. You see/)
  expect(answer.match(/£\d+\.\d\d/g)).toEqual(['£4.11', '£12.05'])
})

test('an unknown fact in braces stays in an answer as it was written', () => {
  const [faq] = toFaqs([{ id: 'x', question: 'X?', answer: '{constructor} {email}\n\n\n ' }], {
    delivery: [],
    diets,
  })
  expect(faq?.answer).toEqual([`{constructor} ${business.email}`])
})

test('the answer about vegan food counts and names products by their tags', () => {
  const answer = getAnswer('vegetarian-vegan')
  expect(answer).toContain('Of the four foods in the shop, one is [vegan](/shop?filter=vegan)')
  expect(answer).toContain('**Honey** and **Ghee** are vegetarian but not vegan.')
  expect(answer).toContain('**Fish x(/y) Sauce** is neither.')
})

test.each([
  [{ vegan: ['A'], vegetarian: [], unmarked: [] }, /^Both\. Everything/],
  [
    { vegan: [], vegetarian: [], unmarked: ['A', 'B'] },
    /^We’ve not marked anything as either yet\./,
  ],
  [{ vegan: [], vegetarian: [], unmarked: [] }, /^Subscription boxes change/],
  [
    { vegan: [], vegetarian: Array.from({ length: 42 }, (_, n) => `No ${n}`), unmarked: [] },
    /^\*\*No 0\*\*, .*\*\*No 11\*\* and 30 more are vegetarian but not vegan\./,
  ],
])('the answer about vegan food fits any range of products: %#', (diets, words) => {
  const [, , vegan] = toFaqs(seedFaqs, { delivery: [], diets })
  expect(vegan?.answer.join(' ')).toMatch(words)
})

test('the boxes contain what the specification lists', () => {
  const [bear, twink] = boxPairs
  expect(bear.contents.join(' ')).toMatch(
    /At least 2 .* 5 to 7 from LGBTQIA\+-owned .* tee or something to wear/,
  )
  expect(twink.contents.join(' ')).toMatch(/At least 1 .* 3 to 4 from LGBTQIA\+-owned/)
})
