import { foodAnswers, seedProduct } from '../seed-product.ts'

const afterOpening =
  'Keep cool and dark. Once open, keep in the fridge and use within 3 months. Shake it, it likes that.'

export const nashvilleChilliCrisp = seedProduct({
  number: 1,
  slug: 'nashville-chilli-crisp',
  name: 'Nashville Chilli Crisp',
  category: 'chilli-crisp',
  tags: ['#nashville', '#spicy', '#chilli-crisp', '#vegan', '#vegetarian'],
  tagline: 'Hot-chicken heat, crispy shallots, no chicken.',
  description:
    'Everything we love about Nashville hot chicken, minus the bird and the air fare. Crispy shallots and cayenne in cold-pressed rapeseed oil, with enough crunch to drown out the telly. Put it on eggs, on noodles, on somebody’s chips when they look away.',
  price: 850,
  net: { amount: 190, unit: 'g' },
  ingredients:
    'Cold-pressed rapeseed oil; crispy shallots (28%: shallots, rapeseed oil, salt); cayenne chilli (9%); smoked paprika; **soya** sauce (water, **soya** beans, salt); toasted **sesame** seeds; brown sugar; garlic; sea salt; dried apricot (apricot, preservative: sulphur dioxide (**sulphites**))',
  answers: foodAnswers('crisps', 'soya', 'sesame', 'sulphites'),
  storage:
    'Keep cool and dark. Once open, keep in the fridge with the bits under the oil and eat within 8 weeks. Always a clean, dry spoon.',
  heat: 4,
  tint: 'butter',
  recipeIdeas: {
    'Fried eggs': 'A spoon in the pan before the egg goes in.',
    'Mac and cheese': 'Stir half through, save half for the top.',
    'Vanilla ice cream': 'Trust us. You trusted us with the eggs.',
  },
  stats: [
    { name: 'Crunch', score: 9, words: 'Deafening' },
    { name: 'Tang', score: 4, words: 'Polite' },
    { name: 'Smoke', score: 6, words: 'Bonfire night' },
    { name: 'Cheek', score: 10, words: 'Off the chart' },
  ],
  isBestSeller: true,
})

export const appleTerrorSauce = seedProduct({
  number: 2,
  slug: 'apple-terror-sauce',
  name: 'Apple Terror Sauce',
  category: 'hot-sauce',
  tags: ['#sauces', '#spicy', '#apple', '#vegan', '#vegetarian'],
  tagline: 'Bramley apple, green jalapeño, zero mercy.',
  description:
    'It looks like something your nan would spoon over pork. Then the jalapeño arrives, and it has brought a habanero. Sharp, green and properly orchard-y for about four seconds, after which you are on your own.',
  price: 700,
  net: { amount: 150, unit: 'ml' },
  ingredients:
    'Bramley apple (42%); green jalapeño chilli (24%); cider vinegar; water; sugar; onion; habanero chilli (2%); sea salt; garlic; coriander leaf; thickener: xanthan gum',
  answers: foodAnswers('fruit'),
  storage: afterOpening,
  heat: 5,
  tint: 'mint',
  recipeIdeas: {
    'Sausage sandwich': 'Where brown sauce used to live.',
    'Cheese on toast': 'Under the Cheddar, not over it. An ambush.',
    'Roast pork': 'A teaspoon in the gravy and say nothing.',
  },
  stats: [
    { name: 'Tang', score: 9, words: 'Face-folding' },
    { name: 'Orchard', score: 8, words: 'Scrumped' },
    { name: 'Mercy', score: 0, words: 'None found' },
    { name: 'Cheek', score: 8, words: 'Rosy' },
  ],
  isHot: true,
})

export const mandarinHotSauce = seedProduct({
  number: 3,
  slug: 'mandarin-pineapple-sage-hot-sauce',
  name: 'Mandarin & Pineapple Sage Hot Sauce',
  category: 'hot-sauce',
  tags: ['#sauces', '#spicy', '#mandarin', '#vegan', '#vegetarian'],
  tagline: 'Sunny, herby, then a slap on the wrist.',
  description:
    'A package holiday in a bottle: two fruits in sunglasses, and sage as the sensible friend with the passports. It starts sweet, turns fragrant, then reminds you that it says hot on the label. Very good on anything that has been near a barbecue or a bucket of prawns.',
  price: 700,
  net: { amount: 150, unit: 'ml' },
  ingredients:
    'Mandarin (34%); pineapple (21%); white wine vinegar (**sulphites**); red chilli (11%); golden sugar; carrot; onion; sea salt; sage (1%); garlic; thickener: xanthan gum',
  answers: foodAnswers('fruit', 'sulphites'),
  storage: afterOpening,
  heat: 3,
  tint: 'sky',
  recipeIdeas: {
    'Halloumi skewers': 'Brush on for the last minute, while it squeaks.',
    'Prawn tacos': 'A shake over the slaw, a shake over the prawns.',
    'Bloody Mary': 'Swap the usual bottle and blame the bartender.',
  },
  stats: [
    { name: 'Sunshine', score: 9, words: 'Factor 50' },
    { name: 'Herb', score: 6, words: 'Sage advice' },
    { name: 'Tang', score: 7, words: 'Zippy' },
    { name: 'Cheek', score: 7, words: 'Peeling' },
  ],
  isBestSeller: true,
})

export const lipService = seedProduct({
  number: 21,
  slug: 'lip-service-scotch-bonnet',
  name: 'Lip Service Scotch Bonnet',
  category: 'hot-sauce',
  tags: ['#sauces', '#spicy', '#scotch-bonnet', '#vegan', '#vegetarian'],
  tagline: 'One kiss and you’ll need a lie-down.',
  description:
    'Nearly half of this bottle is Scotch bonnet, so please read that sentence again. Mango and lime flirt with you first, then the lights go out. Start with one drop, keep it well away from eyes and small children, and wash your hands before doing anything romantic.',
  price: 750,
  net: { amount: 150, unit: 'ml' },
  ingredients:
    'Scotch bonnet chilli (46%); spirit vinegar; mango (14%); onion; carrot; lime juice; sea salt; **mustard** flour; garlic; turmeric; thyme',
  answers: foodAnswers('sauces', 'mustard'),
  storage: afterOpening,
  heat: 6,
  tint: 'butter',
  recipeIdeas: {
    'Jerk-ish marinade': 'A teaspoon, some oil, lime and an overnight sit.',
    Mayonnaise: 'One drop per spoonful. Put the bottle down.',
    'Rice and peas': 'Two drops in the pot, for the whole table.',
  },
  stats: [
    { name: 'Fruit', score: 7, words: 'Mango snog' },
    { name: 'Tang', score: 6, words: 'Puckered' },
    { name: 'Regret', score: 9, words: 'Worth it' },
    { name: 'Cheek', score: 10, words: 'Both of them' },
  ],
  isHot: true,
})
