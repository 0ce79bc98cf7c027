import type { RecipesByProduct } from './dish-recipe.ts'

export const seasoningRecipes: RecipesByProduct = {
  'spice-bag-mix': {
    'Oven chips': {
      plate: 'chips',
      makes: 'Serves 2',
      minutes: [5, 25],
      ingredients:
        '1 tbsp {}; 500 g oven chips; 1 red pepper, sliced; 1 onion, sliced; 1 green chilli, sliced; 1 tbsp oil',
      method: [
        'Bake the chips as the packet says, until they are properly crisp.',
        'For the last 10 minutes fry the pepper, onion and chilli in the oil over a high heat, so that they char rather than stew.',
        'Everything into a big paper bag or a bowl with the mix. Fold, shake like you mean it, and eat out of the bag.',
      ],
      check: 'Check your own chips: some come in a wheat batter.',
    },
    'Salt and chilli chicken': {
      plate: 'chicken',
      makes: 'Serves 3',
      minutes: [15, 12],
      ingredients:
        '2 tbsp {}; 500 g boneless chicken thighs, in strips; 1 egg white; 80 g cornflour; 150 ml oil; 4 spring onions; 2 garlic cloves; 1 red chilli',
      method: [
        'Toss the chicken in the egg white. Stir half the mix into the cornflour and roll the strips in it.',
        'Fry in batches in the hot oil, 5 minutes a batch, until golden and cooked right through. Drain on paper.',
        'Pour off all but a spoon of oil. Thirty seconds for spring onion, garlic and chilli, then toss the chicken through with the rest of the mix.',
      ],
      check: 'There is egg in this. Check your own cornflour.',
    },
    Popcorn: {
      plate: 'popcorn',
      makes: 'Serves 2',
      minutes: [1, 6],
      ingredients: '2 tsp {}; 80 g popping corn; 1 tbsp oil; 25 g butter, melted',
      method: [
        'Oil and three kernels into a big pan with a lid, over a medium heat. When they pop, add the rest.',
        'Shake now and then. It is done when you can count to three between pops.',
        'Butter over, then the mix, then a film you’ve seen.',
      ],
      check: 'There is milk in the butter.',
    },
  },
  'black-garlic-ranch-dust': {
    'Ranch dip': {
      plate: 'dip',
      makes: 'Makes a bowl',
      minutes: [2, 0],
      rest: 60,
      ingredients:
        '2 tbsp {}; 300 ml soured cream; 1 tsp lemon juice; sticks of carrot, celery and cucumber',
      method: [
        'Stir the dust and the lemon into the soured cream.',
        'An hour in the fridge. It is brooding, and it needs to.',
        'Thin it with a splash of milk and it is a dressing.',
      ],
      check: 'There is milk in the soured cream, and celery is one of the 14.',
    },
    'Jacket potato': {
      plate: 'potato',
      makes: 'Serves 2',
      minutes: [3, 80],
      ingredients:
        '2 tsp {}; 2 large baking potatoes; 1 tsp oil; sea salt; 30 g butter; 60 g Cheddar, grated',
      method: [
        'Heat the oven to 200 °C (180 °C fan). Prick the potatoes, rub them with oil and salt, and put them straight on the shelf for 80 minutes.',
        'Cut a cross and squeeze from below until it opens up to you.',
        'Butter, dust, cheese, in that order.',
      ],
      check: 'There is milk in the butter and the cheese.',
    },
    'Movie popcorn': {
      plate: 'popcorn',
      makes: 'Serves 1, on purpose',
      minutes: [1, 6],
      ingredients: '1 tsp {}; 50 g popping corn; 1 tbsp oil; 15 g butter, melted',
      method: [
        'Pop the corn in the oil, in a lidded pan over a medium heat, shaking now and then.',
        'Butter first, so that the dust has something to hold on to. Toss.',
        'Lights off. Subtitles on.',
      ],
      check: 'There is milk in the butter.',
    },
  },
  'nashville-hot-dust': {
    'Hot wings': {
      plate: 'chicken',
      makes: 'Serves 3',
      minutes: [10, 45],
      ingredients:
        '1 tbsp {}; 1 kg chicken wings, jointed; 2 tsp baking powder; 1 tsp sea salt; 4 tbsp rapeseed oil; a few slices of {pickle-me-pink}; white bread',
      method: [
        'Heat the oven to 220 °C (200 °C fan). Dry the wings well, toss them in the baking powder and salt, and spread them out on a rack.',
        'Bake for 45 minutes, turning once, until crisp, with no pink at the bone.',
        'Warm the oil until it shimmers, take it off the heat and stir in the dust. Stand back from the steam.',
        'Brush it over the wings. Bread below, pickles on the side, napkins everywhere.',
      ],
      check: 'Check your own bread and baking powder: both can have wheat in them.',
    },
    'Potato wedges': {
      plate: 'chips',
      makes: 'Serves 4',
      minutes: [10, 40],
      ingredients: '1 tbsp {}; 1 kg floury potatoes, skin on; 3 tbsp oil; soured cream, to dip',
      method: [
        'Heat the oven to 220 °C (200 °C fan), with a tray in it. Cut the potatoes into wedges, eight to a spud.',
        'Toss with the oil and two thirds of the dust. Onto the hot tray, not touching.',
        'Forty minutes, turning once. The rest of the dust goes on as they come out.',
      ],
      check: 'There is milk in the soured cream.',
    },
    'Corn on the cob': {
      plate: 'corn',
      makes: 'Serves 4',
      minutes: [5, 10],
      ingredients: '1 tsp {}; 60 g soft butter; 4 corn cobs; 1 lime',
      method: [
        'Mash the dust into the butter with a fork.',
        'Boil the cobs for 5 minutes, then char them in a hot dry pan or over coals, turning.',
        'Butter on while they are hot, so that it finds its way in. Lime over. Floss later.',
      ],
      check: 'There is milk in the butter.',
    },
  },
  'sourpuss-lemon-pepper': {
    'Lemon pepper wings': {
      plate: 'chicken',
      makes: 'Serves 3',
      minutes: [10, 45],
      ingredients:
        '10 turns {}; 1 kg chicken wings, jointed; 2 tsp baking powder; ½ tsp sea salt; 60 g butter',
      method: [
        'Heat the oven to 220 °C (200 °C fan). Dry the wings, toss them in the baking powder and salt, and spread them out on a rack.',
        'Bake for 45 minutes, turning once, until crisp, with no pink at the bone.',
        'Melt the butter, give it ten turns, and toss the wings in it. Atlanta is right about this.',
      ],
      check: 'There is milk in the butter. Check your own baking powder for wheat.',
    },
    'Grilled fish': {
      plate: 'fish',
      makes: 'Serves 2',
      minutes: [5, 8],
      ingredients: '8 turns {}; 2 thick white fish fillets, skin on; 1 tbsp olive oil; ½ lemon',
      method: [
        'Get the grill hot. Dry the fish, oil it, and give it four turns.',
        'Skin side up for 5 minutes, then turned for 3, until it flakes when you nudge it.',
        'Four turns more and the lemon. It can take it.',
      ],
      check: 'Fish is one of the 14.',
    },
    'Buttered noodles': {
      plate: 'bowl',
      makes: 'Serves 1, not speaking',
      minutes: [2, 8],
      ingredients: '6 turns {}; 100 g noodles or spaghetti; 25 g butter; 20 g Parmesan, grated',
      method: [
        'Boil the noodles as the packet says, and save a cup of the water.',
        'Back into the pan with the butter, the cheese and a splash of the water. Toss until it goes glossy.',
        'Six turns. More, if they still haven’t apologised.',
      ],
      check:
        'There is milk in the butter and Parmesan. Check your own noodles: wheat, and often egg.',
    },
  },
  'trailer-trash-taco-dust': {
    'Taco mince': {
      plate: 'taco',
      makes: 'Makes 10 tacos',
      minutes: [10, 15],
      ingredients:
        '2 tbsp {}; 500 g beef mince; 1 onion, chopped; 1 tbsp oil; 10 taco shells; 1 little gem, shredded; 2 tomatoes, diced; 1 lime',
      method: [
        'Soften the onion in the oil. Add the mince and brown it hard, breaking it up.',
        'In with the dust and a splash of water. Five minutes, until it is just saucy.',
        'Shells, mince, lettuce, tomato, lime. It is Tuesday somewhere.',
      ],
      check: 'Nothing else you add is one of the 14. Check your own shells.',
    },
    'Roast cauliflower': {
      plate: 'cauliflower',
      makes: 'Serves 4',
      minutes: [5, 30],
      ingredients:
        '1½ tbsp {}; 1 large cauliflower, in florets, leaves too; 3 tbsp oil; 1 lime; a handful of coriander',
      method: [
        'Heat the oven to 220 °C (200 °C fan). Toss the florets with the oil and the dust on a big tray.',
        'Roast for 25 minutes, until the edges are nearly rude. Add the leaves for the last 5.',
        'Lime and coriander over. In a taco, on rice, or off the tray.',
      ],
      check: 'Nothing else you add is one of the 14. Check your own labels.',
    },
    'Margarita rim': {
      plate: 'glass',
      makes: 'Serves 2',
      minutes: [5, 0],
      ingredients: '1 tsp {}; 1 tsp fine sea salt; 2 limes; 80 ml tequila; 40 ml triple sec; ice',
      method: [
        'Mix the dust and the salt on a saucer. Run a wedge of lime round two glasses and roll the rims in it.',
        'Shake the tequila, the triple sec and the juice of the limes with plenty of ice, until the shaker frosts.',
        'Strain over fresh ice. With soda and lime alone the rim works just as hard.',
      ],
      check: 'Nothing else you add is one of the 14. Check your own bottles.',
    },
  },
  'not-that-kind-of-biscuit-mix': {
    'Biscuits and gravy': {
      plate: 'biscuits',
      makes: 'Serves 6',
      minutes: [20, 25],
      ingredients:
        '500 g {}; 120 g cold butter, diced; about 220 ml cold water; 400 g sausage meat; 40 g plain flour; 700 ml whole milk; a lot of black pepper',
      method: [
        'Heat the oven to 220 °C (200 °C fan). Rub the butter into the mix, add water until it just comes together, pat it out 3 cm thick and cut it straight down.',
        'Bake side by side for 15 minutes, until tall and golden.',
        'Brown the sausage meat hard, in crumbs. Stir in the flour for a minute, then the milk bit by bit. Simmer for 5 minutes, with more pepper than feels right.',
        'Split, drown, and have a lie-down.',
      ],
      check:
        'There is milk in the butter and milk, and wheat in the flour. Check your own sausage meat.',
    },
    'Cheese and jalapeño': {
      plate: 'biscuits',
      makes: 'Makes about 12',
      minutes: [15, 15],
      ingredients:
        '500 g {}; 120 g cold butter, diced; 100 g Cheddar, grated; 50 g pickled jalapeños, drained and chopped; about 200 ml cold water',
      method: [
        'Heat the oven to 220 °C (200 °C fan). Rub the butter into the mix until it looks like breadcrumbs.',
        'A handful of cheese and one of jalapeño go in before the water does. Bring it together, and don’t knead.',
        'Pat it out 3 cm thick, fold it over once, cut it straight down. The last of the cheese on top; 15 minutes.',
      ],
      check: 'There is milk in the butter and cheese. Check your own jalapeños for sulphites.',
    },
    'Strawberry shortcake': {
      plate: 'biscuits',
      makes: 'Makes about 12',
      minutes: [25, 15],
      ingredients:
        '500 g {}; 120 g cold butter, diced; about 220 ml cold water; 600 g strawberries; 3 tbsp sugar; 300 ml double cream',
      method: [
        'Slice the strawberries, toss them with 2 tablespoons of the sugar and leave them to get juicy.',
        'Rub the butter into the mix, bring it together with the water, cut it tall, sugar the tops. Bake for 15 minutes at 220 °C (200 °C fan).',
        'Whip the cream until it barely holds. Split, fruit, cream, lid. Eat leaning forwards.',
      ],
      check: 'There is milk in the butter and cream.',
    },
  },
}
