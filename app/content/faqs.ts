import { business } from '../../domain/business.ts'
import { type DeliveryPrice, deliverySentence, xlAbove } from '../../domain/delivery.ts'
import type { Diets } from '../../domain/diet.ts'
import { formatPence } from '../../domain/money.ts'
import { leadingNumber, numberWord } from '../../domain/number-words.ts'
import { paths } from '../paths.ts'
import { withoutMarks } from '../ui/rich-text.ts'

export interface Faq {
  id: string
  question: string
  /** Paragraphs, at least one of them with a link. */
  answer: readonly string[]
}

export interface FaqFacts {
  delivery: readonly DeliveryPrice[]
  diets: Diets
}

const { email } = business

export function faqsOf({ delivery, diets }: FaqFacts): readonly Faq[] {
  return [
    {
      id: 'allergies',
      question: 'What about allergies and intolerances?',
      answer: [
        'Every product page lists its ingredients and allergens before you buy, with the allergens in **bold**, and so does the label on the jar. The label has the last word, because recipes change and printers do not listen.',
        'The 14 we look out for are celery, cereals containing gluten, crustaceans, eggs, fish, lupin, milk, molluscs, mustard, nuts, peanuts, sesame, soya and sulphites.',
        'All of it is made in **one kitchen that handles many of them**, so we cannot promise that anything is free from traces. Where we do not know, we say that we do not know.',
        `If yours is a serious one, write to [${email}](mailto:${email}) before you order and tell us what and how bad. For [catering](/lgbt-proud-catering) you get a full allergen sheet before you book.`,
      ],
    },
    {
      id: 'delivery',
      question: 'How does delivery work, and what does it cost?',
      answer: [
        ['We send parcels anywhere in **Great Britain**.', ...delivery.map(wayWords)].join(' '),
        'You see the price in the cart before you pay, and nothing is added after. The first subscription box pays delivery like everything else; the ones after it come free.',
        'Hot food does not travel: for that come and [find us](/upcoming-dates), or [have us round](/lgbt-proud-catering).',
        `Late, leaky or lost? Write to [${email}](mailto:${email}) and we put it right. The small print is in our [terms](/terms-of-service).`,
      ],
    },
    {
      id: 'vegetarian-vegan',
      question: 'Is it vegetarian? Is it vegan?',
      answer: [
        ...dietWords(diets),
        `Subscription boxes change every time and hold things from other makers too. Each comes with the ingredients of all of it. [Tell us](mailto:${email}) if you need one without animals, and we say honestly whether we can.`,
        'At markets, pop-ups and parties there is always something vegan that is not the salad.',
      ],
    },
  ]
}

function wayWords(way: DeliveryPrice): string {
  const name = `**${withoutMarks(way.name)}**`
  const price = formatPence(way.price)
  const cost =
    way.id === 'xl'
      ? `An order of more than ${numberWord(xlAbove)} items goes ${name} for ${price}, because your postie has a back.`
      : `${name} is ${price}.`
  return `${cost} ${withoutMarks(deliverySentence(way))}`.trim()
}

function dietWords({ vegan, vegetarian, unmarked }: Diets): string[] {
  const foods = vegan.length + vegetarian.length + unmarked.length
  const words: string[] = []
  if (vegan.length > 0) {
    const link = `[vegan](${paths.shopFiltered('vegan')})`
    words.push(
      vegan.length === foods
        ? `Both. Everything in our jars, bottles and bags is ${link}: made of plants and bad intentions.`
        : `Of the ${numberWord(foods)} foods in the shop, ${numberWord(vegan.length)} ${isOrAre(vegan)} ${link}: made of plants and bad intentions.`,
    )
  }
  if (vegetarian.length > 0)
    words.push(`${named(vegetarian)} ${isOrAre(vegetarian)} vegetarian but not vegan.`)
  if (unmarked.length > 0) {
    const isNothingMarked = unmarked.length === foods
    words.push(
      `${isNothingMarked ? 'We have not marked anything as either yet.' : `We call ${named(unmarked)} neither.`} The ingredients stand on each product’s page, and if they leave you in doubt, [ask us](mailto:${email}).`,
    )
  }
  return words
}

function isOrAre(names: readonly string[]): string {
  return names.length === 1 ? 'is' : 'are'
}

/** More names than this would fill the panel; the rest is counted. */
const mostNamed = 12

/** '**A**, **B** and **C**', or '**A**, … and 30 more'. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, names.length > mostNamed ? mostNamed : undefined)
  const bold = shown.map((name) => `**${withoutMarks(name)}**`)
  const left = names.length - shown.length
  const last = left > 0 ? `${numberWord(left)} more` : bold.pop()
  return bold.length === 0 ? String(last) : `${bold.join(', ')} and ${last}`
}

export function faqLead(faqs: readonly Faq[]): string {
  return `${leadingNumber(faqs.length)} questions, asked at every stall, every week, by everyone.`
}
