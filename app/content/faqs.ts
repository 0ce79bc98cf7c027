import { business } from '../../domain/business.ts'
import { type DeliveryMethod, deliverySentence } from '../../domain/delivery.ts'
import type { FoodsByDiet } from '../../domain/avoid.ts'
import { formatPence } from '../../domain/money.ts'
import { formatCapitalisedNumberWord, formatNumberWord } from '../../domain/number-words.ts'
import { paths } from '../core/paths.ts'
import { stripMarkup } from '../ui/rich-text.ts'

export interface Faq {
  id: string
  question: string
  answer: readonly string[]
}

/** An FAQ of the database. `answer` has paragraphs separated by empty lines, with placeholders in braces. */
export interface FaqRow {
  id: string
  question: string
  answer: string
}

export interface FaqFacts {
  delivery: readonly DeliveryMethod[]
  diets: FoodsByDiet
}

const { email } = business

/** Returns the FAQs with {delivery}, {diets} and {email} replaced by the shop's current data. */
export function toFaqs(rows: readonly FaqRow[], { delivery, diets }: FaqFacts): readonly Faq[] {
  const facts = {
    delivery: delivery.map(methodWords).join(' '),
    diets: dietWords(diets).join('\n\n'),
    email,
  }
  return rows.map(({ id, question, answer }) => ({
    id,
    question,
    answer: answer
      .replace(/\{(delivery|diets|email)\}/g, (_, name: keyof typeof facts) => facts[name])
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean),
  }))
}

function methodWords(method: DeliveryMethod): string {
  const name = `**${stripMarkup(method.name)}**`
  const price = formatPence(method.price)
  const cost =
    method.automaticAbove === null
      ? `${name} is ${price}.`
      : `An order of more than ${formatNumberWord(method.automaticAbove)} items goes ${name} for ${price}, because your postie has a back.`
  return `${cost} ${stripMarkup(deliverySentence(method))}`.trim()
}

function dietWords({ vegan, vegetarian, unmarked }: FoodsByDiet): string[] {
  const foods = vegan.length + vegetarian.length + unmarked.length
  const words: string[] = []
  if (vegan.length > 0) {
    const link = `[vegan](${paths.shopFiltered('vegan')})`
    words.push(
      vegan.length === foods
        ? `Both. Everything in our jars, bottles and bags is ${link}: made of plants and bad intentions.`
        : `Of the ${formatNumberWord(foods)} foods in the shop, ${formatNumberWord(vegan.length)} ${isOrAre(vegan)} ${link}: made of plants and bad intentions.`,
    )
  }
  if (vegetarian.length > 0)
    words.push(`${named(vegetarian)} ${isOrAre(vegetarian)} vegetarian but not vegan.`)
  if (unmarked.length > 0) {
    const isNothingMarked = unmarked.length === foods
    words.push(
      `${isNothingMarked ? 'We’ve not marked anything as either yet.' : `${named(unmarked)} ${isOrAre(unmarked)} neither.`} The ingredients are on each product’s page. Not sure? [Ask us](mailto:${email}).`,
    )
  }
  return words
}

function isOrAre(names: readonly string[]): string {
  return names.length === 1 ? 'is' : 'are'
}

/** More names would fill the panel, so the others are only counted. */
const mostNamed = 12

/** Formats a list of names: '**A**, **B** and **C**', or '**A**, … and 30 more'. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, names.length > mostNamed ? mostNamed : undefined)
  const bold = shown.map((name) => `**${stripMarkup(name)}**`)
  const left = names.length - shown.length
  const last = left > 0 ? `${formatNumberWord(left)} more` : bold.pop()
  return bold.length === 0 ? String(last) : `${bold.join(', ')} and ${last}`
}

export function faqLead(faqs: readonly Faq[]): string {
  return `${formatCapitalisedNumberWord(faqs.length)} questions, asked at every stall, every week, by everyone.`
}
