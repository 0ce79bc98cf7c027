import type { RecipesByProduct } from './dish-recipe.ts'

export const condimentRecipes: RecipesByProduct = {
  'peach-please-hot-honey': {
    'Pepperoni pizza': {
      plate: 'pizza',
      makes: 'Serves 2',
      minutes: [5, 10],
      ingredients:
        '1 tbsp {}; 1 ready pizza base; 4 tbsp passata; 125 g mozzarella, torn; 12 slices pepperoni; a few basil leaves',
      method: [
        'Heat the oven as hot as it goes, with a baking tray in it.',
        'Passata on the base, thinly, then the mozzarella and the pepperoni. Slide it onto the hot tray.',
        'Bake for 8 to 10 minutes, until the pepperoni cups. One zigzag of honey as it leaves the oven, and the basil.',
      ],
      check:
        'There is milk in the mozzarella. Check your own base and pepperoni. Honey is not suitable for babies under 12 months.',
    },
    'Baked Camembert': {
      plate: 'cheese',
      makes: 'Serves 4, in theory',
      minutes: [5, 18],
      ingredients:
        '1 tbsp {}; 1 whole Camembert, in its wooden box; 1 sprig rosemary; 1 baguette, sliced',
      method: [
        'Heat the oven to 180 °C (160 °C fan). Unwrap the cheese and put it back in the bottom half of its box, on a tray.',
        'Score a criss-cross into the top, tuck the rosemary in, and squeeze the honey over.',
        'Bake for 18 minutes, until the middle wobbles. Bring bread. Cancel your plans.',
      ],
      check:
        'There is milk in the Camembert and wheat in the baguette. Honey is not suitable for babies under 12 months.',
    },
    Cornbread: {
      plate: 'biscuits',
      makes: 'Makes 9 squares',
      minutes: [10, 25],
      ingredients:
        '2 tbsp {}; 150 g fine polenta; 150 g plain flour; 1 tbsp baking powder; 1 tsp sea salt; 2 eggs; 300 ml buttermilk; 75 g butter, melted',
      method: [
        'Heat the oven to 200 °C (180 °C fan). Butter a 20 cm square tin.',
        'Mix the dry things. Beat the eggs, buttermilk and butter together, stir them in, and stop while it is still lumpy.',
        'Bake for 25 minutes, until a skewer comes out clean. Butter and honey, while both are too hot.',
      ],
      check:
        'There is wheat in the flour, milk in the butter and buttermilk, and eggs. Check your own baking powder. Honey is not suitable for babies under 12 months.',
    },
  },
  'proper-mouthy-mustard': {
    'Hot dogs': {
      plate: 'hot-dog',
      makes: 'Makes 4',
      minutes: [5, 25],
      ingredients: '4 tsp {}; 4 frankfurters; 4 long rolls; 2 onions, sliced; 20 g butter',
      method: [
        'Cook the onions in the butter over a low heat for 20 minutes, until soft and brown. Do not rush them.',
        'Simmer the frankfurters for as long as the packet says. Warm the rolls.',
        'Onions, sausage, and one long wiggly line. It’s the law of the ballpark.',
      ],
      check: 'There is milk in the butter. Check your own rolls and frankfurters.',
    },
    'Cauliflower cheese': {
      plate: 'mac',
      makes: 'Serves 4',
      minutes: [10, 35],
      ingredients:
        '1 tbsp {}; 1 large cauliflower, in florets; 40 g butter; 40 g plain flour; 500 ml whole milk; 150 g mature Cheddar, grated',
      method: [
        'Heat the oven to 200 °C (180 °C fan). Boil the cauliflower for 5 minutes, and let it steam dry.',
        'Melt the butter, stir in the flour, then whisk in the milk until it thickens. Off the heat, add the mustard and two thirds of the cheese.',
        'Pour it over the cauliflower, scatter the rest and bake for 25 minutes, until it bubbles at the sides.',
      ],
      check: 'There is milk in the butter, milk and cheese, and wheat in the flour.',
    },
    'Salad dressing': {
      plate: 'dip',
      makes: 'Makes about 150 ml',
      minutes: [3, 0],
      ingredients:
        '2 tsp {}, or what still sticks to the jar; 90 ml olive oil; 3 tbsp cider vinegar; 1 tsp runny honey; a pinch of salt',
      method: [
        'Put everything into the jar, lid on, and shake it until your arm complains.',
        'Taste it on a leaf rather than a spoon. It keeps for a week in the fridge; shake again.',
      ],
      check:
        'Nothing else you add is one of the 14. Honey is not suitable for babies under 12 months.',
    },
  },
  'pickle-me-pink': {
    'Smash burger': {
      plate: 'burger',
      makes: 'Makes 2',
      minutes: [5, 6],
      ingredients:
        '6 slices {}; 300 g beef mince (20% fat); 4 slices burger cheese; 2 soft buns; 1 tbsp {hot-tomato-ketchup}; salt',
      method: [
        'Roll the mince into four balls without squeezing. Get a dry, heavy pan smoking hot. Toast the buns in it first.',
        'Press each ball flat under a spatula and salt it. Two minutes, flip, cheese on, two minutes more: thin, brown and cooked through.',
        'Two to a bun, ketchup below, and three slices of pickle on top, overlapping like roof tiles.',
      ],
      check:
        'There is milk in the cheese. Check your own buns: wheat, and often sesame, egg or milk.',
    },
    'Cheese toastie': {
      plate: 'toast',
      makes: 'Serves 1',
      minutes: [4, 8],
      ingredients: '5 slices {}, patted dry; 2 slices bread; 70 g Cheddar, grated; soft butter',
      method: [
        'Butter the outsides of the bread. Inside go half the cheese, the pickles, and the rest of the cheese.',
        'Fry in a dry pan over a medium-low heat, 4 minutes a side, pressing with a lid.',
        'What leaks and catches at the edges is the best part. Cook’s perk.',
      ],
      check: 'There is milk in the cheese and butter. Check your own bread.',
    },
    'Potato salad': {
      plate: 'bowl',
      makes: 'Serves 6',
      minutes: [15, 15],
      ingredients:
        '80 g {}, chopped, with 1 tbsp of the brine; 1 kg waxy potatoes; 4 tbsp mayonnaise; 3 tbsp soured cream; 4 spring onions, sliced; a bunch of dill',
      method: [
        'Boil the potatoes in salted water for about 15 minutes, until a knife slides in. Drain and halve them.',
        'Splash the brine over while they are hot. Let them cool.',
        'Fold in everything else. It goes ever so slightly pink, and so it should.',
      ],
      check:
        'There is milk in the soured cream and egg in most mayonnaise, with mustard. Check your own jar.',
    },
  },
  'hot-tomato-ketchup': {
    'Meatloaf glaze': {
      plate: 'roast',
      makes: 'Serves 6',
      minutes: [15, 60],
      ingredients:
        '100 ml {}; 2 tbsp brown sugar; 750 g beef mince; 1 onion, grated; 75 g breadcrumbs; 1 egg; 75 ml milk; 1 tsp salt',
      method: [
        'Heat the oven to 180 °C (160 °C fan). Mix everything but the ketchup and sugar with your hands, not too thoroughly.',
        'Shape it into a loaf on a lined tray. Half an hour in the oven.',
        'Stir the ketchup and sugar together, paint it on in two coats, and bake for half an hour more, until the middle is brown all through. Rest for 10 minutes, then slice.',
      ],
      rest: 10,
      check: 'There is egg and milk, and wheat in the breadcrumbs: check your own.',
    },
    'Sloppy joes': {
      plate: 'burger',
      makes: 'Serves 4',
      minutes: [10, 25],
      ingredients:
        '150 ml {}; 500 g beef mince; 1 onion, chopped; 1 green pepper, chopped; 1 garlic clove; 1 tbsp oil; 4 soft buns; 4 slices {pickle-me-pink}',
      method: [
        'Soften the onion and pepper in the oil for 8 minutes. Add the garlic and the mince and brown it well.',
        'Stir in the ketchup and a splash of water. Simmer for 15 minutes, until a spoon leaves a trail.',
        'Pile it into toasted buns with a pickle. Tuck your shirt in first.',
      ],
      check: 'Check your own buns: wheat, and often milk, egg or sesame.',
    },
    'Prawn cocktail': {
      plate: 'glass',
      makes: 'Serves 4',
      minutes: [10, 0],
      ingredients:
        '2 tbsp {}; 5 tbsp mayonnaise; 1 lemon; 300 g cooked peeled prawns; 1 little gem, shredded; ½ cucumber, diced; a pinch of paprika',
      method: [
        'Stir the ketchup, the mayonnaise and a good squeeze of lemon together. That is the famous pink.',
        'Lettuce and cucumber into four glasses. Fold the prawns through the sauce and pile them on.',
        'Paprika from a height, a wedge of lemon on the rim. Welcome back, 1993.',
      ],
      check:
        'Prawns are crustaceans, and there is egg in most mayonnaise, with mustard. Check your own jar.',
    },
  },
  'miss-marmalade-chilli-jam': {
    Cheeseboard: {
      plate: 'cheese',
      makes: 'Serves 4',
      minutes: [5, 0],
      rest: 60,
      ingredients:
        '4 tbsp {}, in a dish of its own; 200 g blue cheese; 200 g mature Cheddar; oatcakes and crackers; 1 pear; a few grapes',
      method: [
        'Take the cheese out an hour before anybody comes. Cold cheese has nothing to say.',
        'Jam centre stage, cheese round it, the rest in the chorus.',
        'Blue cheese first, then a very small spoon. Applause.',
      ],
      check: 'There is milk in the cheese, oats in oatcakes and wheat in crackers: check your own.',
    },
    'Glazed ham': {
      plate: 'roast',
      makes: 'Serves 8',
      minutes: [20, 150],
      ingredients:
        '4 tbsp {}; 2 kg unsmoked gammon joint; 1 onion, halved; 2 bay leaves; 1 orange; 20 cloves',
      method: [
        'Cover the gammon with cold water, add the onion, bay and half the orange, and simmer for 2 hours. Let it cool a little in the pot.',
        'Heat the oven to 210 °C (190 °C fan). Cut the skin off, leave the fat, score it in diamonds and put a clove in each.',
        'Melt the jam with the juice of the other half orange and brush on half. Bake for 30 minutes, with a second coat after 15.',
        'Carve warm or cold. Either way she gets the applause.',
      ],
      check: 'Nothing else you add is one of the 14. Check the label of your gammon.',
    },
    'Bacon roll': {
      plate: 'burger',
      makes: 'Serves 1',
      minutes: [2, 8],
      ingredients: '2 tsp {}; 3 rashers streaky bacon; 1 crusty roll; butter',
      method: [
        'Start the bacon in a cold pan and fry it for 8 minutes, until it is as crisp as you like it.',
        'Butter the roll. Jam on the lid, right to the edge.',
        'Bacon in, lid on: breakfast with a costume change.',
      ],
      check: 'There is milk in the butter. Check your own roll.',
    },
  },
}
