import { expect, test } from 'vitest'
import { seedFaqs } from '../../../supabase/seed/faqs.ts'
import { standardDelivery } from '../../../domain/delivery.fixtures.ts'
import { toFaqs } from '../../content/faqs.ts'
import { faqData } from './faq-data.ts'

const faqs = toFaqs(seedFaqs, {
  delivery: [{ ...standardDelivery, name: 'Second class', description: 'Three days', price: 411 }],
  diets: { vegan: ['Salt'], vegetarian: [], unmarked: ['Stock'] },
})

test('the structured data contains each question with its whole answer without markup', () => {
  const data = faqData(faqs)
  expect(data).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question }) => ({ '@type': 'Question', name: question })),
  })
  expect(JSON.stringify(data)).not.toMatch(/\*\*|\]\(/)
})
