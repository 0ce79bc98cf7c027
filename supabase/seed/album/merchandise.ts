import { clothingSizes, merchandiseAllergens, seedProduct } from '../seed-product.ts'

export const proudTote = seedProduct({
  number: 7,
  slug: 'proud-tote',
  name: 'Proud Tote',
  category: 'merchandise',
  tags: ['#merchandise', '#bags'],
  tagline: 'Heavy cotton. Holds nine jars or one drama.',
  description:
    'A bag with broad shoulders and nothing to hide except the jars. It is 100% organic cotton with long handles and six stripes across the hem, so it goes with everything and apologises for nothing. Wash it cool and let it drip.',
  price: 1400,
  pack: 'organic cotton',
  allergens: merchandiseAllergens,
  tint: 'mint',
  stats: [
    { name: 'Room', score: 9, words: 'Nine jars' },
    { name: 'Drama', score: 1, words: 'One at a time' },
    { name: 'Handles', score: 8, words: 'Over the coat' },
    { name: 'Pride', score: 10, words: 'Says so' },
  ],
  isSoldOut: true,
  stock: 0,
})

export const yalrightMug = seedProduct({
  number: 12,
  slug: 'yalright-mug',
  name: 'Y’alright? Mug',
  category: 'merchandise',
  tags: ['#merchandise', '#homeware'],
  tagline: 'One greeting, two accents, a builder’s brew.',
  description:
    'It asks how you are and, being British, does not wait for the answer. A chunky stoneware mug that holds 330 ml of tea, coffee or sweet tea if you must. Hand wash it and the stripes will thank you.',
  price: 1100,
  pack: '330 ml stoneware',
  allergens: merchandiseAllergens,
  tint: 'blush',
  stats: [
    { name: 'Brew', score: 9, words: 'Builder’s' },
    { name: 'Grip', score: 8, words: 'Three fingers' },
    { name: 'Chat', score: 10, words: 'You alright?' },
    { name: 'Pride', score: 8, words: 'Round the foot' },
  ],
})

export const gotGotNeedTee = seedProduct({
  number: 13,
  slug: 'got-got-need-tee',
  name: 'Got. Got. Need. Tee',
  category: 'merchandise',
  tags: ['#merchandise', '#limited-edition', '#clothing'],
  tagline: 'For people who finished the album. First print run only.',
  description:
    'The only three words that mattered in the playground, in eight colours of 1978. It is 100% cotton, cut straight, and comes from XS to 5XL because everybody gets to play: you choose the size when you pay. Forty in the first run, and no second one of this print.',
  price: 2400,
  pack: 'XS to 5XL',
  sizes: clothingSizes,
  allergens: merchandiseAllergens,
  tint: 'lilac',
  stats: [
    { name: 'Got', score: 10, words: 'Got' },
    { name: 'Need', score: 10, words: 'Need' },
    { name: 'Swaps', score: 0, words: 'Not for swaps' },
    { name: 'Pride', score: 9, words: 'Eight stripes' },
  ],
  isSeasonalLimited: true,
  stock: 40,
})
