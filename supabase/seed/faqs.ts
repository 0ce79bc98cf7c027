/**
 * The questions and answers of the specification. `toFaqs` replaces {delivery}, {diets} and {email} with the shop's current data.
 */
export const seedFaqs = [
  {
    id: 'allergies',
    question: 'What about allergies and intolerances?',
    answer: [
      'Every product page lists its ingredients and allergens before you buy, with the allergens in **bold**, and so does the label on the jar. The label has the last word, because recipes change and printers do not listen.',
      'The 14 we look out for are celery, cereals containing gluten, crustaceans, eggs, fish, lupin, milk, molluscs, mustard, nuts, peanuts, sesame, soya and sulphites.',
      'All of it is made in **one kitchen that handles many of them**, so we cannot promise that anything is free from traces. Where we do not know, we say that we do not know.',
      'If your allergy is serious, write to [{email}](mailto:{email}) before you order and tell us what it is and how bad. For [catering](/lgbt-proud-catering) you get a full allergen sheet before you book.',
    ],
  },
  {
    id: 'delivery',
    question: 'How does delivery work, and what does it cost?',
    answer: [
      'We send parcels anywhere in **Great Britain**: England, Scotland and Wales. Northern Ireland, Jersey, Guernsey and the Isle of Man are a sea too far for now. {delivery}',
      'You see the price in the cart before you pay, and nothing is added after. The first subscription box pays delivery like everything else; the ones after it come free.',
      'Hot food does not travel: for that come and [find us](/upcoming-dates), or [have us round](/lgbt-proud-catering).',
      'Late, leaky or lost? Write to [{email}](mailto:{email}) and we put it right. The small print is in our [terms](/terms-of-service).',
    ],
  },
  {
    id: 'vegetarian-vegan',
    question: 'Is it vegetarian? Is it vegan?',
    answer: [
      '{diets}',
      'Subscription boxes change every time and hold things from other makers too. Each comes with the ingredients of all of it. [Tell us](mailto:{email}) if you need a vegan or vegetarian one, and we’ll say honestly whether we can.',
      'At markets, pop-ups and parties there is always something vegan that is not the salad.',
    ],
  },
].map(({ answer, ...faq }, index) => ({
  ...faq,
  position: index + 1,
  answer: answer.join('\n\n'),
}))
