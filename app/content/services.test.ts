import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { paths } from '../paths.ts'
import { richParts } from '../ui/rich-text.ts'
import { boxPairs } from './boxes.ts'
import { blurbs, cateringWords, dishes, reasons } from './catering.ts'
import { consultancyWords, services } from './consultancy.ts'
import { desks } from './contact.ts'
import { faqs } from './faqs.ts'
import { scenes } from './scenes.ts'
import {
  cateringTestimonials,
  consultancyTestimonials,
  contactTestimonials,
  testimonials,
} from './testimonials.ts'

const everySaying = [
  ...testimonials,
  ...consultancyTestimonials,
  ...cateringTestimonials,
  ...contactTestimonials,
]

test('there are as many testimonials, questions and boxes as the specification counts', () => {
  expect(testimonials).toHaveLength(16)
  expect(consultancyTestimonials).toHaveLength(4)
  expect(cateringTestimonials).toHaveLength(6)
  expect(contactTestimonials).toHaveLength(3)
  expect(faqs).toHaveLength(3)
  expect(boxPairs.flatMap(({ boxes }) => boxes)).toHaveLength(4)
})

test('each testimonial has an author, a place and a text that fits its sticker', () => {
  for (const { author, location, text } of everySaying) {
    expect(author).not.toBe('')
    expect(location).not.toBe('')
    expect(text.length).toBeGreaterThan(20)
    expect(text.length).toBeLessThan(130)
  }
  expect(new Set(everySaying.map(({ text }) => text)).size).toBe(everySaying.length)
})

test('the six services carry the exact names', () => {
  expect(services.map(({ title }) => title)).toEqual([
    'Menu Development',
    'EHO compliance',
    'Staff Training',
    'Business Strategy',
    'Recipes/Haccp/Allergens',
    'Streamlining and SOPs',
  ])
  expect(new Set(services.map(({ id }) => id)).size).toBe(6)
})

test('the catering has six reasons, three boards, and says for how many', () => {
  expect(reasons).toHaveLength(6)
  expect(blurbs).toHaveLength(3)
  expect(dishes.length).toBeGreaterThanOrEqual(4)
  expect(cateringWords.facts).toContain('6 to 60 guests')
  for (const { alt } of Object.values(scenes)) expect(alt.length).toBeGreaterThan(40)
})

test('short words stay short', () => {
  for (const { text } of [...services, ...blurbs, ...reasons])
    expect(text.length).toBeLessThanOrEqual(140)
  for (const { text } of desks) expect(text.length).toBeLessThanOrEqual(80)
  expect(consultancyWords.note.text.length).toBeLessThanOrEqual(100)
})

test('the three questions are those of the specification, each with a link to get into its panel by', () => {
  expect(faqs.map(({ question }) => question.toLowerCase())).toEqual([
    expect.stringContaining('allergies and intolerances'),
    expect.stringContaining('delivery'),
    expect.stringMatching(/vegetarian.*vegan/),
  ])
  for (const { answer } of faqs)
    expect(answer.flatMap(richParts).some(({ kind }) => kind === 'link')).toBe(true)
})

test('links in the answers lead to pages of the shop or to its mailbox', () => {
  const known = new Set<unknown>(Object.values(paths))
  const targets = faqs.flatMap(({ answer }) => answer.flatMap(richParts)).map((p) => p.target)
  for (const target of targets.filter((one) => one !== undefined))
    expect(known.has(target) || target === `mailto:${business.email}`).toBe(true)
})

test('the boxes hold and cost what the specification says', () => {
  const [bear, twink] = boxPairs
  expect([bear.price, twink.price]).toEqual([4500, 2000])
  expect(bear.contents.join(' ')).toMatch(/At least 2 .* 5 to 7 from LGBTQIA\+-owned .* T-shirt/)
  expect(twink.contents.join(' ')).toMatch(/At least 1 .* 3 to 4 from LGBTQIA\+-owned/)
})
