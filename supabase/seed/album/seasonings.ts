import { foodAnswers, seedProduct } from '../seed-product.ts'

const dry =
  'Keep cool, dry and shut. Steam makes it clump, so shake it over the plate and not over the pan.'

export const spiceBagMix = seedProduct({
  number: 4,
  slug: 'spice-bag-mix',
  name: 'Spice Bag Mix',
  category: 'seasoning',
  tags: ['#cooking-ingredient', '#seasoning', '#vegan', '#vegetarian'],
  tagline: 'Friday night, in a packet. Shake on chips.',
  description:
    'Our salute to the Irish takeaway spice bag, the best thing ever to happen to a chip at midnight. Salt, chilli, star anise and crispy onions, ready for oven chips, leftover chicken or both at once. You bring the bag and the bad decisions.',
  price: 450,
  net: { amount: 80, unit: 'g' },
  ingredients:
    'Spices (44%: paprika, chilli, star anise, fennel, white pepper, cinnamon, ginger, clove); sea salt; sugar; garlic powder; crispy onions (onion, sunflower oil, **wheat** flour, salt); **celery** seeds',
  answers: foodAnswers('mixes', 'wheat', 'celery'),
  storage: dry,
  heat: 2,
  tint: 'lilac',
  recipeIdeas: {
    'Oven chips': 'Toss while hot, with peppers and onions.',
    'Salt and chilli chicken': 'Into the cornflour before you fry.',
    Popcorn: 'With melted butter and a film you’ve seen.',
  },
  stats: [
    { name: 'Salt', score: 8, words: 'Seaside' },
    { name: 'Crunch', score: 6, words: 'Onion-based' },
    { name: 'Midnight', score: 10, words: 'Best after' },
    { name: 'Cheek', score: 8, words: 'No fork' },
  ],
  isBestSeller: true,
})

export const blackGarlicRanch = seedProduct({
  number: 9,
  slug: 'black-garlic-ranch-dust',
  name: 'Black Garlic Ranch Dust',
  category: 'seasoning',
  tags: ['#cooking-ingredient', '#seasoning', '#vegetarian'],
  tagline: 'For popcorn, spuds and keeping dates away.',
  description:
    'Ranch dressing, but goth. Buttermilk powder, green herbs and garlic aged until it is black, sweet and writing poetry. We are still doing its sums, so it has a tin, a fan club and no price.',
  price: null,
  net: { amount: 90, unit: 'g' },
  ingredients:
    'Buttermilk powder (**milk**) (37%); black garlic powder (18%); sea salt; onion powder; sugar; dill; parsley; chives; **mustard** flour; acid: citric acid; black pepper',
  answers: foodAnswers('mixes', 'milk', 'mustard'),
  storage: dry,
  heat: 1,
  tint: 'lilac',
  recipeIdeas: {
    'Ranch dip': 'Two spoons in a tub of soured cream. Wait an hour.',
    'Jacket potato': 'Over the butter, under the cheese.',
    'Movie popcorn': 'A bowl for one, on purpose.',
  },
  stats: [
    { name: 'Garlic', score: 9, words: 'No vampires' },
    { name: 'Tang', score: 6, words: 'Buttermilky' },
    { name: 'Moody', score: 10, words: 'Eyeliner' },
    { name: 'Cheek', score: 5, words: 'Deadpan' },
  ],
})

export const nashvilleHotDust = seedProduct({
  number: 16,
  slug: 'nashville-hot-dust',
  name: 'Nashville Hot Dust',
  category: 'seasoning',
  tags: ['#nashville', '#spicy', '#bbq', '#cooking-ingredient', '#vegan', '#vegetarian'],
  tagline: 'Dry rub with spurs on. Wings, wedges, popcorn.',
  description:
    'The dry half of Nashville hot chicken: a third cayenne, plenty of muscovado, and boots that have never seen a cow. Rub it in before, shake it on after, or stir it into hot oil and do the thing properly. It is hot. We did put it in the name.',
  price: 550,
  net: { amount: 70, unit: 'g' },
  ingredients:
    'Cayenne chilli (33%); paprika; muscovado sugar; sea salt; garlic powder; onion powder; smoked paprika; **mustard** flour; **celery** seeds; black pepper',
  answers: foodAnswers('mixes', 'mustard', 'celery'),
  storage: dry,
  heat: 5,
  tint: 'lilac',
  recipeIdeas: {
    'Hot wings': 'A spoon in warm oil, brushed on, pickles on the side.',
    'Potato wedges': 'Before the oven, and again after.',
    'Corn on the cob': 'Mashed into butter first, so that it sticks.',
  },
  stats: [
    { name: 'Swagger', score: 9, words: 'Spurs on' },
    { name: 'Smoke', score: 5, words: 'Saloon door' },
    { name: 'Sweet', score: 4, words: 'Bless you' },
    { name: 'Cheek', score: 8, words: 'Giddy up' },
  ],
  isHot: true,
})

export const sourpussLemonPepper = seedProduct({
  number: 18,
  slug: 'sourpuss-lemon-pepper',
  name: 'Sourpuss Lemon Pepper',
  category: 'seasoning',
  tags: ['#cooking-ingredient', '#seasoning', '#vegan', '#vegetarian'],
  tagline: 'Sicilian lemon, black pepper, pursed lips.',
  description:
    'Atlanta puts lemon pepper on wings and is right about it. Ours comes in a grinder, with Sicilian lemon peel, cracked pepper and the face of someone who was told to smile. It will join us when it is ready and not a moment before.',
  price: 500,
  net: { amount: 60, unit: 'g' },
  ingredients:
    'Black pepper (39%); dried Sicilian lemon peel (28%: lemon peel, preservative: sulphur dioxide (**sulphites**)); sea salt; garlic granules; acid: citric acid; turmeric',
  answers: foodAnswers('mixes', 'sulphites'),
  storage: 'Keep cool, dry and upright. Grind it over the plate, away from steam.',
  heat: 1,
  tint: 'blush',
  recipeIdeas: {
    'Lemon pepper wings': 'Melted butter, ten turns, toss.',
    'Grilled fish': 'Before and after. It can take it.',
    'Buttered noodles': 'Supper for when you’re not speaking.',
  },
  stats: [
    { name: 'Sour', score: 9, words: 'Pursed' },
    { name: 'Pepper', score: 8, words: 'Sneeze risk' },
    { name: 'Smile', score: 0, words: 'Don’t ask' },
    { name: 'Cheek', score: 7, words: 'Sucked in' },
  ],
  isComingSoon: true,
})

export const tacoDust = seedProduct({
  number: 19,
  slug: 'trailer-trash-taco-dust',
  name: 'Trailer Trash Taco Dust',
  category: 'seasoning',
  tags: ['#spicy', '#cooking-ingredient', '#tacos', '#vegan', '#vegetarian'],
  tagline: 'Cumin, lime, chipotle. Tuesday in a bag.',
  description:
    'What we shake on our Tuesdays, so that you can have one on a Thursday. Toasted cumin, smoky chipotle, lime, and cocoa lurking at the back like a cool uncle. One bag does about four rounds of tacos, or one very committed evening.',
  price: 450,
  net: { amount: 75, unit: 'g' },
  ingredients:
    'Cumin (26%); paprika; chipotle chilli (14%); sea salt; onion powder; garlic powder; lime powder (6%: lime juice, maize maltodextrin); oregano; muscovado sugar; cocoa powder; coriander seed',
  answers: foodAnswers('mixes'),
  storage: dry,
  heat: 3,
  tint: 'peach',
  recipeIdeas: {
    'Taco mince': 'Two tablespoons, a splash of water, five minutes.',
    'Roast cauliflower': 'With oil, until the edges are nearly rude.',
    'Margarita rim': 'With salt, half and half.',
  },
  stats: [
    { name: 'Smoke', score: 7, words: 'Porch light' },
    { name: 'Lime', score: 6, words: 'Wedged in' },
    { name: 'Tuesday', score: 10, words: 'Any day' },
    { name: 'Cheek', score: 9, words: 'Flamingo' },
  ],
})

export const biscuitMix = seedProduct({
  number: 23,
  slug: 'not-that-kind-of-biscuit-mix',
  name: 'Not That Kind of Biscuit Mix',
  category: 'baking',
  tags: ['#cooking-ingredient', '#baking', '#vegetarian'],
  tagline: 'Buttermilk biscuits. Do not dunk. Just add butter.',
  description:
    'A Southern biscuit is not a digestive and not quite a scone, and it has heard all your jokes. Rub in 120 g of cold butter, add enough water to bring it together, cut tall and bake hot. Makes about a dozen; gravy is traditional, jam is forgiven, tea is not for dunking.',
  price: 500,
  net: { amount: 500, unit: 'g' },
  ingredients:
    '**Wheat** flour (**wheat** flour, calcium carbonate, iron, niacin, thiamin, folic acid); buttermilk powder (**milk**) (12%); sugar; raising agents: sodium bicarbonate, monocalcium phosphate; sea salt',
  answers: foodAnswers('mixes', 'wheat', 'milk'),
  storage: 'Keep cool, dry and rolled shut. Use within 8 weeks of opening. Do not eat it raw.',
  tint: 'blush',
  recipeIdeas: {
    'Biscuits and gravy': 'Sausage, milk, pepper, a lie-down.',
    'Cheese and jalapeño': 'A handful of each before the water goes in.',
    'Strawberry shortcake': 'Split, cream, fruit, lid.',
  },
  stats: [
    { name: 'Fluff', score: 10, words: 'Pillow talk' },
    { name: 'Layers', score: 8, words: 'Has depths' },
    { name: 'Dunk', score: 0, words: 'Don’t' },
    { name: 'Cheek', score: 6, words: 'Floury' },
  ],
})
