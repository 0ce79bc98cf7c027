import type { RecipesByProduct } from './dish-recipe.ts'

export const barbecueRecipes: RecipesByProduct = {
  'bi-curious-blueberry-bbq': {
    'Sticky ribs': {
      plate: 'ribs',
      makes: 'Serves 4',
      minutes: [10, 140],
      ingredients:
        '150 ml {}; 1.6 kg pork ribs, in racks; 2 tsp smoked paprika; 2 tsp sea salt; 2 tsp brown sugar; 2 tbsp cider vinegar',
      method: [
        'Rub the ribs with the paprika, salt and sugar. Wrap them in foil with the vinegar.',
        'Two hours at 160 °C (140 °C fan), until the meat pulls away from the bone.',
        'Open the foil, pour off the juice and turn the oven up to 200 °C (180 °C fan).',
        'Brush the sauce on thick, and again after ten minutes: twenty in all, until it is dark and tacky. Bib, please.',
      ],
      check: 'Nothing else you add is one of the 14. Check your own spice jars.',
    },
    'Baked cheesecake': {
      plate: 'cheese',
      makes: 'Serves 1, and again tomorrow',
      minutes: [2, 1],
      ingredients: '2 tbsp {}; 1 slice cold baked cheesecake; 1 small handful of blueberries',
      method: [
        'Warm the sauce with the blueberries in a small pan for a minute, until it runs and one or two have burst.',
        'Spoon it over the cheesecake straight from the fridge. Warm over cold is the whole point.',
      ],
      check:
        'Cheesecake has milk in it and, as a rule, eggs and a wheat biscuit base. Check your own.',
    },
    'Duck wraps': {
      plate: 'taco',
      makes: 'Serves 4',
      minutes: [15, 90],
      ingredients:
        '100 ml {}; 4 duck legs; 1 tsp five spice; 1 tsp sea salt; 16 Chinese pancakes; 1 cucumber, in matchsticks; 6 spring onions, shredded',
      method: [
        'Prick the duck skin, rub in the spice and salt, and roast for 90 minutes at 180 °C (160 °C fan), until crisp and falling apart.',
        'Shred it with two forks, skin and all. Steam or microwave the pancakes as the packet says.',
        'Sauce, duck, cucumber, spring onion, roll. Plum sauce, your coat is in the hall.',
      ],
      check: 'There is wheat in the pancakes, and sesame in some: check your own packet.',
    },
  },
  'the-big-smoke-bbq-sauce': {
    'Beans on toast': {
      plate: 'toast',
      makes: 'Serves 2',
      minutes: [2, 8],
      ingredients:
        '3 tbsp {}; 400 g tin baked beans; 4 slices bread; butter; 50 g mature Cheddar, grated',
      method: [
        'Tip the beans into a pan with the sauce and simmer for 8 minutes, until they are thick and dark.',
        'Toast and butter the bread. Beans over, cheese over the beans.',
        'Sit by a window and call it camping.',
      ],
      check: 'There is milk in the butter and cheese. Check your own bread and beans.',
    },
    'Pulled pork': {
      plate: 'burger',
      makes: 'Serves 8',
      minutes: [15, 300],
      ingredients:
        '250 ml {}; 2 kg pork shoulder; 1 tbsp {nashville-hot-dust}; 2 onions, sliced; 150 ml apple juice; 8 soft buns',
      method: [
        'Rub the pork with the dust. Put the onions and juice in a heavy pot, the pork on top and half the sauce over it. Lid on.',
        'Five hours at 150 °C (130 °C fan), until a fork turns in it without an argument.',
        'Lift it out, skim the fat off the juices and boil them down by half. Shred the pork back into them.',
        'Into buns. The other half of the sauce goes on the table.',
      ],
      check: 'Check your own buns: wheat, and often milk, egg or sesame.',
    },
    'Bacon sandwich': {
      plate: 'sandwich',
      makes: 'Serves 1',
      minutes: [2, 8],
      ingredients: '1 tbsp {}; 4 rashers smoked back bacon; 2 slices white bread; butter',
      method: [
        'Start the bacon in a cold pan and fry it for 8 minutes, turning once, until the edges crisp.',
        'Wipe one slice of bread round the pan. Butter the other.',
        'Bacon, sauce, lid. Cut it or don’t. There were no witnesses.',
      ],
      check: 'There is milk in the butter. Check your own bread.',
    },
  },
}
