import type { RecipesByProduct } from './dish-recipe.ts'

export const sauceRecipes: RecipesByProduct = {
  'nashville-chilli-crisp': {
    'Fried eggs': {
      plate: 'eggs',
      makes: 'Serves 1',
      minutes: [2, 4],
      ingredients: '1 heaped tbsp {}; 2 eggs; 1 spring onion, sliced; toast or rice, to go under',
      method: [
        'Spoon the crisp, oil and all, into a small non-stick pan over a medium heat.',
        'When it fizzes, crack the eggs in on top. Lid on for 2 to 3 minutes, until the whites are set and the yolks are not.',
        'Slide onto the toast, scrape every last crunchy bit over, and finish with the spring onion.',
      ],
      check: 'There are eggs in this. Check your own bread.',
    },
    'Mac and cheese': {
      plate: 'mac',
      makes: 'Serves 4',
      minutes: [10, 30],
      ingredients:
        '3 tbsp {}; 350 g macaroni; 40 g butter; 40 g plain flour; 600 ml whole milk; 250 g mature Cheddar, grated',
      method: [
        'Heat the oven to 200 °C (180 °C fan). Boil the macaroni for 2 minutes less than the packet says, and drain.',
        'Melt the butter, stir in the flour for a minute, then whisk in the milk a splash at a time until it is thick and smooth.',
        'Off the heat, stir in 200 g of the cheese, then the pasta and half the crisp. Tip into a dish and scatter the rest of the cheese.',
        'Bake for 20 minutes. Spoon the other half of the crisp over while it is still bubbling.',
      ],
      check:
        'There is milk in the cheese and butter, and wheat in the flour. Check your own pasta.',
    },
    'Vanilla ice cream': {
      plate: 'sundae',
      makes: 'Serves 2',
      minutes: [5, 0],
      ingredients: '2 tsp {}; 4 scoops vanilla ice cream; 2 tsp runny honey; a pinch of sea salt',
      method: [
        'Take the ice cream out for 5 minutes, so that it gives in a little.',
        'Two scoops a glass, honey over, then a teaspoon of crisp each: more bits than oil.',
        'The pinch of salt. Eat before you can change your mind.',
      ],
      check:
        'There is milk in the ice cream, often eggs as well: check your own tub. Honey is not suitable for babies under 12 months.',
    },
  },
  'apple-terror-sauce': {
    'Sausage sandwich': {
      plate: 'sandwich',
      makes: 'Serves 2',
      minutes: [5, 20],
      ingredients: '2 tsp {}; 4 pork sausages; 4 thick slices white bread; butter; 1 onion, sliced',
      method: [
        'Fry the sausages gently for 15 minutes, turning, until they are brown all round and cooked right through. Add the onion after 5.',
        'Butter the bread. Sauce on the lid, thinly: it is sharper than it looks.',
        'Halve the sausages lengthways, so that they lie flat and behave. Onion on top, lid on, press.',
      ],
      check:
        'There is milk in the butter. Check your own bread and sausages: wheat and sulphites live in both.',
    },
    'Cheese on toast': {
      plate: 'toast',
      makes: 'Serves 1',
      minutes: [3, 5],
      ingredients: '1 tsp {}; 2 slices sourdough; 80 g mature Cheddar, grated',
      method: [
        'Toast the bread on one side under a hot grill.',
        'Turn it over, spread the sauce on the pale side and bury it under the Cheddar, right to the edges.',
        'Back under for 2 to 3 minutes until it blisters. Give it one minute. The ambush is hot.',
      ],
      check: 'There is milk in the Cheddar. Check your own bread.',
    },
    'Roast pork': {
      plate: 'roast',
      makes: 'Serves 6',
      minutes: [15, 100],
      ingredients:
        '1 tsp {}; 1.5 kg boned and rolled pork loin, skin scored; 2 tsp sea salt; 1 onion, thickly sliced; 1 tbsp plain flour; 400 ml chicken stock',
      method: [
        'Dry the skin well and rub the salt into it. Sit the joint on the onion in a tin, 25 minutes at 240 °C (220 °C fan).',
        'Turn the oven down to 190 °C (170 °C fan) for 75 minutes more, until the juices run clear. Rest it for 20 minutes on a warm plate.',
        'Stir the flour into the tin over a low heat, then the stock. Simmer for 5 minutes and strain.',
        'Stir in the sauce. Say nothing.',
      ],
      rest: 20,
      check: 'There is wheat in the flour. Check your own stock: celery hides in it.',
    },
  },
  'mandarin-pineapple-sage-hot-sauce': {
    'Halloumi skewers': {
      plate: 'skewers',
      makes: 'Makes 6',
      minutes: [15, 8],
      ingredients:
        '3 tbsp {}; 250 g halloumi, in 18 cubes; 1 red pepper; 1 courgette; 1 tbsp olive oil; 6 skewers',
      method: [
        'If the skewers are wooden, give them half an hour in water first. Cut the pepper and courgette as big as the cheese.',
        'Thread three of each on every skewer and brush with the oil.',
        'Grill or barbecue for 6 minutes, turning, until the edges brown. Brush with the sauce for the last minute, while it squeaks.',
      ],
      check: 'There is milk in the halloumi.',
    },
    'Prawn tacos': {
      plate: 'taco',
      makes: 'Makes 8',
      minutes: [15, 5],
      ingredients:
        '2 tbsp {}; 300 g raw peeled king prawns; 2 tsp {trailer-trash-taco-dust}; ¼ red cabbage, shredded; 1 lime; 2 tbsp mayonnaise; 8 small corn tortillas; 1 tbsp oil',
      method: [
        'Toss the cabbage with the juice of half the lime, the mayonnaise and half the sauce.',
        'Roll the prawns in the dust. Fry in the oil over a high heat for 3 minutes, until they are pink all the way through.',
        'Warm the tortillas in a dry pan. Slaw, prawns, a shake of sauce, a squeeze of lime.',
      ],
      check:
        'Prawns are crustaceans, and there is egg in most mayonnaise, with mustard. Check your own tortillas.',
    },
    'Bloody Mary': {
      plate: 'glass',
      makes: 'Serves 2',
      minutes: [5, 0],
      ingredients:
        '2 tsp {}; 100 ml vodka, or none; 500 ml tomato juice; 1 lemon; 2 tsp Worcester sauce; black pepper; 2 celery sticks; ice',
      method: [
        'Fill a jug with ice. Add the vodka, the juice, half the lemon squeezed, the Worcester sauce and the hot sauce.',
        'Stir thirty times, slowly. Taste, and be braver.',
        'Strain over fresh ice with a lot of pepper, a wedge of lemon and the celery.',
      ],
      check:
        'Celery is one of the 14. Check your own Worcester sauce: most have anchovies (fish) and barley in them.',
    },
  },
  'lip-service-scotch-bonnet': {
    'Jerk-ish marinade': {
      plate: 'chicken',
      makes: 'Serves 4',
      minutes: [10, 40],
      rest: 480,
      ingredients:
        '1 tsp {}; 8 chicken thighs, skin on; 3 tbsp oil; 2 limes; 4 spring onions; 2 garlic cloves; 1 tbsp brown sugar; 1 tsp ground allspice; 1 tsp dried thyme; 1 tsp sea salt',
      method: [
        'Blend everything but the chicken, with the juice of both limes. Mind your eyes when the lid comes off.',
        'Rub it into the chicken and leave it in the fridge overnight, covered.',
        'Roast at 200 °C (180 °C fan) for 40 minutes until dark at the edges, with no pink at the bone.',
      ],
      check: 'Nothing else you add is one of the 14. Check your own spice jars.',
    },
    Mayonnaise: {
      plate: 'dip',
      makes: 'Makes a small bowl',
      minutes: [2, 0],
      ingredients: '6 drops {}; 6 tbsp mayonnaise; 1 tsp lime juice',
      method: [
        'Stir one drop a spoonful into the mayonnaise, with the lime.',
        'Wait five minutes before you taste it, then put the bottle down.',
        'For chips, wings and anything in a bun. It keeps for three days in the fridge.',
      ],
      check: 'There is egg in most mayonnaise, and often mustard. Check your own jar.',
    },
    'Rice and peas': {
      plate: 'bowl',
      makes: 'Serves 4',
      minutes: [10, 25],
      ingredients:
        '2 drops {}; 300 g long-grain rice, rinsed; 400 g tin kidney beans; 400 ml tin coconut milk; 200 ml water; 3 spring onions, sliced; 2 sprigs thyme; ½ tsp allspice; 1 tsp sea salt',
      method: [
        'Put everything but the rice into a pan, with the liquid from the beans, and bring it to the boil.',
        'Stir in the rice. Lid on, lowest heat, 18 minutes. No peeking.',
        'Off the heat for 5 minutes more, then fluff it with a fork. What is left over goes in the fridge within the hour.',
      ],
      check: 'Nothing else you add is one of the 14. Check your own tins.',
    },
  },
}
