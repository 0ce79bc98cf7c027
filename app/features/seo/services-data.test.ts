import { expect, test } from 'vitest'
import { business } from '../../../domain/business.ts'
import { faqsOf } from '../../content/faqs.ts'
import { cateringTestimonials } from '../../content/testimonials.ts'
import { businessData } from './business-data.ts'
import { faqData } from './faq-data.ts'

const faqs = faqsOf({
  delivery: [{ id: 'standard', name: 'Second class', description: 'Three days', price: 411 }],
  diets: { vegan: ['Salt'], vegetarian: [], unmarked: ['Stock'] },
})
const site = 'https://shop.example'

test('the catering business is described with its own addresses', () => {
  expect(businessData(site)).toMatchObject({
    '@type': 'LocalBusiness',
    url: 'https://shop.example/lgbt-proud-catering',
    legalName: business.legalName,
    email: business.cateringEmail,
    telephone: business.phone,
    address: business.registeredOffice,
  })
})

test('sample testimonials are no part of it', () => {
  const text = JSON.stringify(businessData(site))
  expect(text).not.toMatch(/review|rating/i)
  for (const said of cateringTestimonials) expect(text).not.toContain(said.text)
})

test('each question stands with its whole answer, without marks', () => {
  const data = faqData(faqs)
  expect(data).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question }) => ({ '@type': 'Question', name: question })),
  })
  expect(JSON.stringify(data)).not.toMatch(/\*\*|\]\(/)
})
