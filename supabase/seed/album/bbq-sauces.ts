import { foodAnswers, seedProduct } from '../seed-product.ts'

const afterOpening = 'Keep cool and dark. Once open, keep in the fridge and use within 8 weeks.'

export const blueberryBbq = seedProduct({
  number: 11,
  slug: 'bi-curious-blueberry-bbq',
  name: 'Bi-Curious Blueberry BBQ',
  category: 'bbq-sauce',
  tags: ['#bbq', '#sauces', '#vegan', '#vegetarian'],
  tagline: 'Goes both ways: ribs and cheesecake.',
  description:
    'A barbecue sauce that refuses to pick a course. Over a third of it is blueberries, with muscovado and a little smoke behind them, so it glazes a rib as happily as it drips off a cheesecake. Nobody is asking it to choose.',
  price: 750,
  net: { amount: 250, unit: 'ml' },
  ingredients:
    'Blueberries (36%); tomato purée; muscovado sugar; cider vinegar; onion; black treacle; water; smoked paprika; sea salt; **mustard** seeds; cornflour; garlic; black pepper',
  answers: foodAnswers('sauces', 'mustard'),
  storage: afterOpening,
  heat: 1,
  tint: 'sky',
  recipeIdeas: {
    'Sticky ribs': 'Brush on thick for the last twenty minutes.',
    'Baked cheesecake': 'A warm spoonful over a cold slice.',
    'Duck wraps': 'Where the plum sauce thought it was safe.',
  },
  stats: [
    { name: 'Berry', score: 9, words: 'Purple tongue' },
    { name: 'Smoke', score: 4, words: 'Next door’s' },
    { name: 'Sticky', score: 8, words: 'Bib, please' },
    { name: 'Cheek', score: 8, words: 'Both sides' },
  ],
})

export const bigSmokeBbq = seedProduct({
  number: 15,
  slug: 'the-big-smoke-bbq-sauce',
  name: 'The Big Smoke BBQ Sauce',
  category: 'bbq-sauce',
  tags: ['#bbq', '#sauces', '#cooking-ingredient'],
  tagline: 'Hickory, treacle and a night bus home.',
  description:
    'Memphis smoke, London manners, and treacle as dark as the top deck at 3 a.m. It is thick enough to stand a chip in and goes on brisket, burgers or beans without being asked twice. There is Worcester sauce in it, so there are anchovies in it: vegetarians, look away or look at the blueberry one.',
  price: 750,
  net: { amount: 300, unit: 'ml' },
  ingredients:
    'Tomato purée; black treacle (19%); **barley** malt vinegar; muscovado sugar; water; onion; Worcester sauce (**barley** malt vinegar, spirit vinegar, molasses, sugar, salt, anchovies (**fish**), tamarind, onion, garlic); hickory-smoked sea salt (2%); **mustard** flour; smoked paprika; garlic; chipotle chilli',
  answers: foodAnswers('sauces', 'barley', 'fish', 'mustard'),
  storage: afterOpening,
  heat: 2,
  tint: 'mint',
  recipeIdeas: {
    'Beans on toast': 'A big spoon in the pan. Campfire, indoors.',
    'Pulled pork': 'Half in the pot, half at the table.',
    'Bacon sandwich': 'White bread, no witnesses.',
  },
  stats: [
    { name: 'Smoke', score: 9, words: 'Eyebrows gone' },
    { name: 'Sticky', score: 9, words: 'Back-seat' },
    { name: 'Tang', score: 5, words: 'Chip shop' },
    { name: 'Cheek', score: 6, words: 'No ticket' },
  ],
  isBestSeller: true,
})
