import type { FAQPage } from 'schema-dts'
import type { Faq } from '../../content/faqs.ts'
import { toPlainText } from '../../ui/rich-text.ts'

export function faqData(faqs: readonly Faq[]): FAQPage {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map(toPlainText).join(' ') },
    })),
  }
}
