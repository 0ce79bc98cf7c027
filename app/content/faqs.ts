import { business } from '../../domain/business.ts'

/** In every text `[words](/path)` is a link and `**words**` are strong. */
export interface Faq {
  id: string
  question: string
  /** Paragraphs, at least one of them with a link. */
  answer: readonly string[]
}

/** The three questions of the specification. */
export const faqs: readonly Faq[] = [
  {
    id: 'allergies',
    question: 'What about allergies and intolerances?',
    answer: [
      'Every product page lists its ingredients and allergens before you buy, with the allergens in **bold**, and so does the label on the jar. The label has the last word, because recipes change and printers do not listen.',
      'The 14 we look out for are celery, cereals containing gluten, crustaceans, eggs, fish, lupin, milk, molluscs, mustard, nuts, peanuts, sesame, soya and sulphites.',
      'All of it is made in **one kitchen that handles many of them**, so we cannot promise that anything is free from traces. Where we do not know, we say that we do not know.',
      `If yours is a serious one, write to [${business.email}](mailto:${business.email}) before you order and tell us what and how bad. For [catering](/lgbt-proud-catering) you get a full allergen sheet before you book.`,
    ],
  },
  {
    id: 'delivery',
    question: 'How does delivery work, and what does it cost?',
    answer: [
      'We send parcels anywhere in **Great Britain**. Standard is £3.29 and takes two to four working days. Priority is £3.94 and takes one to two. An order of more than five items goes XL for £6.49, in two to four working days, because your postie has a back.',
      'You see the price in the cart before you pay, and nothing is added after. The first subscription box pays delivery like everything else; the ones after it come free.',
      'Hot food does not travel: for that come and [find us](/upcoming-dates), or [have us round](/lgbt-proud-catering).',
      `Late, leaky or lost? Write to [${business.email}](mailto:${business.email}) and we put it right. The small print is in our [terms](/terms-of-service).`,
    ],
  },
  {
    id: 'vegetarian-vegan',
    question: 'Is it vegetarian? Is it vegan?',
    answer: [
      'Mostly both. Nearly everything in our jars, bottles and bags is made of plants and bad intentions.',
      'The exceptions: **Peach, Please Hot Honey** (it is in the name), **Black Garlic Ranch Dust** and **Not That Kind of Biscuit Mix** (both milk) are vegetarian but not vegan. **The Big Smoke BBQ Sauce** has anchovies in its Worcester sauce, so it is neither.',
      `Subscription boxes change every time and hold things from other makers too. Each comes with the ingredients of all of it. [Tell us](mailto:${business.email}) if you need one without animals, and we say honestly whether we can.`,
      'At markets, pop-ups and parties there is always something vegan that is not the salad.',
    ],
  },
]
