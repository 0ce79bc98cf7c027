import { foodAnswers, seedProduct } from '../seed-product.ts'

export const peachPlease = seedProduct({
  number: 8,
  slug: 'peach-please-hot-honey',
  name: 'Peach, Please Hot Honey',
  category: 'condiment',
  tags: ['#sauces', '#spicy', '#limited-edition', '#honey', '#vegetarian'],
  tagline: 'Georgia peach meets Kentish honey. They kiss.',
  description:
    'A long-distance relationship that worked out. Kentish honey, Georgia peach and a slow habanero glow, in a bottle you will squeeze at things that never asked for honey. We make it while the peaches are about, and when they go, it goes.',
  price: 800,
  net: { amount: 250, unit: 'g' },
  ingredients:
    'Kentish honey (66%); Georgia peach purée (22%: peach, antioxidant: ascorbic acid); cider vinegar; habanero chilli (3%); sea salt',
  answers: foodAnswers('fruit'),
  storage:
    'Keep at room temperature. If it sets, stand the bottle in warm water. Honey is not suitable for babies under 12 months.',
  heat: 3,
  tint: 'lilac',
  recipeIdeas: {
    'Pepperoni pizza': 'A zigzag as it leaves the oven.',
    'Baked Camembert': 'Score, squeeze, bake, cancel your plans.',
    Cornbread: 'With butter, while both are too hot.',
  },
  stats: [
    { name: 'Sweet', score: 9, words: 'Calls you hon' },
    { name: 'Peach', score: 8, words: 'Fuzzy feeling' },
    { name: 'Sticky', score: 8, words: 'Clingy' },
    { name: 'Cheek', score: 9, words: 'Look at it' },
  ],
  isSeasonalLimited: true,
  stock: 48,
})

export const mouthyMustard = seedProduct({
  number: 10,
  slug: 'proper-mouthy-mustard',
  name: 'Proper Mouthy Mustard',
  category: 'condiment',
  tags: ['#sauces', '#mustard', '#vegan', '#vegetarian'],
  tagline: 'English heat, ballpark swagger, pub-garden volume.',
  description:
    'The yellow of a New York hot dog with the sinuses of a Sunday roast. Whole seeds for the pop, ale for the conversation, and an opinion about everything on your plate. It is still practising its speech, so it isn’t on sale just yet.',
  price: 550,
  net: { amount: 200, unit: 'g' },
  ingredients:
    '**Mustard** seeds (31%); cider vinegar; ale (14%: water, **barley** malt, hops, yeast); water; sugar; **mustard** flour (6%); sea salt; turmeric; paprika',
  answers: foodAnswers('sauces', 'mustard', 'barley'),
  storage: 'Keep cool and dark. Once open, keep in the fridge and use within 3 months.',
  heat: 3,
  tint: 'butter',
  recipeIdeas: {
    'Hot dogs': 'One long wiggly line. It’s the law of the ballpark.',
    'Cauliflower cheese': 'A tablespoon in the sauce wakes it up.',
    'Salad dressing': 'With oil and honey, shaken in the empty jar.',
  },
  stats: [
    { name: 'Volume', score: 10, words: 'Last orders' },
    { name: 'Pop', score: 7, words: 'Seedy' },
    { name: 'Tang', score: 7, words: 'Answers back' },
    { name: 'Cheek', score: 9, words: 'Mouthy' },
  ],
  isComingSoon: true,
})

export const pickleMePink = seedProduct({
  number: 14,
  slug: 'pickle-me-pink',
  name: 'Pickle Me Pink',
  category: 'condiment',
  tags: ['#pickles', '#vegan', '#vegetarian'],
  tagline: 'Bread-and-butter gherkins, beetroot blush.',
  description:
    'Gherkins that saw a beetroot across the room and came over all pink. Sweet, sharp and crinkle-cut for grip, as a burger would wish. There are 340 g of pickles in the jar once drained, 560 g with the brine, and the price per 100 g goes by the pickles.',
  price: 600,
  net: { amount: 340, unit: 'g' },
  ingredients:
    'Gherkins (57%); spirit vinegar; water; sugar; beetroot (4%); onion; sea salt; **mustard** seeds; **celery** seeds; turmeric; firming agent: calcium chloride',
  answers: foodAnswers('sauces', 'mustard', 'celery'),
  storage:
    'Keep cool and dark. Once open, keep in the fridge under the brine and eat within 6 weeks.',
  heat: 1,
  tint: 'mint',
  recipeIdeas: {
    'Smash burger': 'Three slices, overlapping like roof tiles.',
    'Cheese toastie': 'In before it’s toasted, so the edges catch.',
    'Potato salad': 'Chopped, with a splash of the pink brine.',
  },
  stats: [
    { name: 'Crunch', score: 9, words: 'Next room' },
    { name: 'Tang', score: 8, words: 'Dimpled' },
    { name: 'Pink', score: 10, words: 'Blushing' },
    { name: 'Cheek', score: 7, words: 'Tickled' },
  ],
  isSoldOut: true,
  stock: 0,
})

export const hotTomatoKetchup = seedProduct({
  number: 20,
  slug: 'hot-tomato-ketchup',
  name: 'Hot Tomato Ketchup',
  category: 'condiment',
  tags: ['#sauces', '#cooking-ingredient', '#vegan', '#vegetarian'],
  tagline: 'Caff on the outside, diner on the inside.',
  description:
    'The plastic tomato off every caff table, filled with something you would be glad to find in it. Proper tomato, a warm nudge of red chilli, and no need to thump the bottom. Good with chips; better with chips that aren’t yours.',
  price: 450,
  net: { amount: 400, unit: 'ml' },
  ingredients:
    'Tomatoes (172 g per 100 g of ketchup); spirit vinegar; sugar; red chilli (3%); sea salt; onion; **celery** seeds; garlic; allspice',
  answers: foodAnswers('sauces', 'celery'),
  storage: 'Keep cool and dark. Once open, keep in the fridge and use within 8 weeks.',
  heat: 2,
  tint: 'sky',
  recipeIdeas: {
    'Meatloaf glaze': 'With brown sugar, painted on for the last half hour.',
    'Sloppy joes': 'Half a tomato’s worth in the mince.',
    'Prawn cocktail': 'With mayonnaise and lemon. Welcome back, 1993.',
  },
  stats: [
    { name: 'Tomato', score: 9, words: 'Beefy' },
    { name: 'Tang', score: 6, words: 'Chip fork' },
    { name: 'Squeeze', score: 10, words: 'Rude noise' },
    { name: 'Cheek', score: 6, words: 'Saucy' },
  ],
})

export const missMarmalade = seedProduct({
  number: 24,
  slug: 'miss-marmalade-chilli-jam',
  name: 'Miss Marmalade Chilli Jam',
  category: 'condiment',
  tags: ['#limited-edition', '#spicy', '#jam', '#vegan', '#vegetarian'],
  tagline: 'Seville orange, habanero, a very good wig.',
  description:
    'She is bitter, she is sweet, she is wearing gingham and she goes on after the cheese. Seville oranges are here for a few weeks each winter, so she does one short run and takes a bow. Prepared with 34 g of fruit per 100 g; total sugar content 58 g per 100 g.',
  price: 650,
  net: { amount: 227, unit: 'g' },
  ingredients:
    'Sugar; Seville orange (34%); red pepper; cider vinegar; habanero chilli (4%); lemon juice; gelling agent: pectin',
  answers: foodAnswers('fruit'),
  storage: 'Keep cool and dark. Once open, keep in the fridge and eat within 6 weeks.',
  heat: 4,
  tint: 'peach',
  recipeIdeas: {
    Cheeseboard: 'Centre stage, next to something blue.',
    'Glazed ham': 'Melted, brushed on, applauded.',
    'Bacon roll': 'Breakfast with a costume change.',
  },
  stats: [
    { name: 'Bitter', score: 7, words: 'Saw the review' },
    { name: 'Sweet', score: 8, words: 'Off stage' },
    { name: 'Wig', score: 10, words: 'Snatched' },
    { name: 'Cheek', score: 10, words: 'Contoured' },
  ],
  isSeasonalLimited: true,
  stock: 36,
})
