import { boxAllergens, boxAnswers, clothingSizes, seedProduct } from '../seed-product.ts'
import type { SeedProductWords } from '../seed-product.ts'

const bear = {
  category: 'subscription-box',
  price: 4500,
  answers: boxAnswers,
  allergens: boxAllergens,
  storage:
    'Each label inside says how to keep it. Open the box soon, in case something wants the fridge.',
  sizes: clothingSizes,
  heat: 4,
  stats: [
    { name: 'Hug', score: 10, words: 'Both arms' },
    { name: 'Heft', score: 9, words: 'Lift with legs' },
    { name: 'Surprise', score: 8, words: 'No peeking' },
    { name: 'Cheek', score: 9, words: 'Furry' },
  ],
} satisfies Partial<SeedProductWords>

const twink = {
  category: 'subscription-box',
  price: 2000,
  answers: boxAnswers,
  allergens: boxAllergens,
  storage: bear.storage,
  heat: 2,
  stats: [
    { name: 'Sparkle', score: 10, words: 'Visible' },
    { name: 'Waist', score: 2, words: 'Letterbox-ish' },
    { name: 'Surprise', score: 8, words: 'Gasp' },
    { name: 'Cheek', score: 10, words: 'Knows it' },
  ],
} satisfies Partial<SeedProductWords>

export const bearBoxMonthly = seedProduct({
  ...bear,
  number: 5,
  slug: 'big-gay-bear-box-monthly-subscription',
  name: 'Big Gay Bear Box, Monthly',
  tags: ['#subscription-box', '#monthly'],
  tagline: 'Two of ours, five to seven from queer makers, one T-shirt. Every month.',
  description:
    'A great big hug with a lid on. Every box holds at least two things from our kitchen, five to seven from LGBTQIA+-owned businesses, and a T-shirt or something else to wear in your size, XS to 5XL. You pay every month until you say stop, and delivery of the later boxes is in the price.',
  pack: 'every month',
  interval: { unit: 'month', count: 1 },
  tint: 'peach',
  isBestSeller: true,
})

export const bearBoxQuarterly = seedProduct({
  ...bear,
  number: 17,
  slug: 'big-gay-bear-box-quarterly-subscription',
  name: 'Big Gay Bear Box, Quarterly',
  tags: ['#subscription-box', '#quarterly'],
  tagline: 'The same big hug, four times a year.',
  description:
    'For bears who hibernate between parcels. The same box as the monthly one: at least two things from our kitchen, five to seven from LGBTQIA+-owned businesses, and a T-shirt or something else to wear in your size, XS to 5XL. You pay every three months until you say stop, and delivery of the later boxes is in the price.',
  pack: 'every three months',
  interval: { unit: 'month', count: 3 },
  tint: 'sky',
})

export const twinkBoxMonthly = seedProduct({
  ...twink,
  number: 6,
  slug: 'twink-box-monthly-subscription',
  name: 'Twink Box, Monthly',
  tags: ['#subscription-box', '#monthly'],
  tagline: 'One of ours, three or four from queer makers. Slim, sweet, every month.',
  description:
    'Small, bright and dressed for somewhere else. Every box holds at least one thing from our kitchen and three to four from LGBTQIA+-owned businesses, and tends to be gone by the weekend. You pay every month until you say stop, and delivery of the later boxes is in the price.',
  pack: 'every month',
  interval: { unit: 'month', count: 1 },
  tint: 'blush',
})

export const twinkBoxQuarterly = seedProduct({
  ...twink,
  number: 22,
  slug: 'twink-box-quarterly-subscription',
  name: 'Twink Box, Quarterly',
  tags: ['#subscription-box', '#quarterly'],
  tagline: 'For twinks with a long attention span.',
  description:
    'One for each season, like a good moisturiser. The same box as the monthly one: at least one thing from our kitchen and three to four from LGBTQIA+-owned businesses. You pay every three months until you say stop, and delivery of the later boxes is in the price.',
  pack: 'every three months',
  interval: { unit: 'month', count: 3 },
  tint: 'mint',
})
