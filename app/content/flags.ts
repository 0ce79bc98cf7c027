import type { FlagName } from '../ui/shapes/palette.ts'

export interface FlagDescription {
  name: string
  /** The designer and the year. */
  by: string
  text: string
}

/*
 * Sources: Gilbert Baker Foundation, "Rainbow Flag: Origin Story"; GLBT Historical Society (flag of 1978: Baker, Lynn
 * Segerblom, James McNamara); Smithsonian National Museum of American History (Monica Helms's flag, given in 2014);
 * Michael Page, "History of the bi pride flag" (BiFlag.com, 1998); AVEN, the vote of August 2010; Emily Gwen, June
 * 2018; Kye Rowan, February 2014; Jasper V., 2010; Marilyn Roxie, genderqueerid.com; Cameron Whimsy, 2014; JJ Poole,
 * 2012; Samlin, 2012; Morgan Carpenter for OII Australia (now Intersex Human Rights Australia), July 2013; Craig
 * Byrnes, bearflag.info, 1995.
 */
export const flagDescriptions: Readonly<Record<FlagName, FlagDescription>> = {
  six: {
    name: 'The rainbow',
    by: 'After Gilbert Baker and friends, San Francisco, 1979',
    text: 'The one everybody knows: the eight stripes of 1978 less two. Hot pink went because the cloth could not be had in bulk, turquoise so that the rest could be split evenly along a street.',
  },
  gilbert: {
    name: 'The first rainbow',
    by: 'Gilbert Baker, Lynn Segerblom, James McNamara and volunteers, San Francisco, 1978',
    text: 'Hand-dyed, hand-stitched and raised on 25 June 1978. Each of the eight stripes has a meaning: sex, life, healing, sunlight, nature, magic, serenity and spirit.',
  },
  bear: {
    name: 'The bear flag',
    by: 'Craig Byrnes, 1995',
    text: 'The International Bear Brotherhood Flag: seven stripes in the colours of fur and skin, from dark brown to black. The real one has a paw in the corner; our roof had no room for it.',
  },
  twink: {
    name: 'A twink flag',
    by: 'Somebody online; nobody can say for certain who',
    text: 'Pink, white and pale yellow. There are several about and none is official, which is rather the spirit of the thing.',
  },
  trans: {
    name: 'The trans flag',
    by: 'Monica Helms, 1999',
    text: 'Light blue, pink and white, first carried at a Pride in Phoenix, Arizona, in 2000. It reads the same from both sides: whichever way you fly it, she said, it is always correct.',
  },
  bi: {
    name: 'The bi flag',
    by: 'Michael Page, 1998',
    text: 'Pink for one, blue for another and, where they overlap, purple. The purple is the narrow stripe and the whole point.',
  },
  ace: {
    name: 'The ace flag',
    by: 'Chosen by vote in the asexual community online, 2010',
    text: 'Black for asexuality, grey for the grey area and for demisexuality, white for friends and partners, purple for community.',
  },
  lesbian: {
    name: 'The lesbian flag',
    by: 'After Emily Gwen, 2018',
    text: 'Emily Gwen drew seven stripes from orange to rose; ours, with five, came soon after. Orange is for those who don’t conform, rose for femininity, white for womanhood in all its forms.',
  },
  enby: {
    name: 'The non-binary flag',
    by: 'Kye Rowan, 2014',
    text: 'Yellow for genders outside the two, white for many or all of them, purple for a mixture, black for none.',
  },
  pan: {
    name: 'The pan flag',
    by: 'Jasper V., 2010',
    text: 'Pink, yellow and blue: women, everybody between and beyond, and men. It was put online for anybody to use, and anybody did.',
  },
  genderqueer: {
    name: 'The genderqueer flag',
    by: 'Marilyn Roxie, 2011',
    text: 'Lavender mixes blue and pink; green is its exact opposite, for genders that owe nothing to either; white is for none.',
  },
  aro: {
    name: 'The aro flag',
    by: 'Cameron Whimsy, 2014',
    text: 'Two greens for the aromantic spectrum, white for friendship, grey and black for everything that sexuality can be. Green, because it is across the wheel from romantic red.',
  },
  fluid: {
    name: 'The genderfluid flag',
    by: 'JJ Poole, 2012',
    text: 'Pink for femininity, blue for masculinity, purple for both at once, black for neither and white for all of it.',
  },
  poly: {
    name: 'The polysexual flag',
    by: 'Samlin, 2012',
    text: 'Pink, green and blue, for attraction to many genders, if not to every one. The green stands for those who are neither of the other two.',
  },
  intersex: {
    name: 'The intersex flag',
    by: 'Morgan Carpenter, Australia, 2013',
    text: 'Yellow and purple, because neither is anybody’s pink or blue, and an unbroken ring: whole as it is. On the neck of a bottle our ring is a band.',
  },
}

/** The place on each label where its flag is hidden. Must agree with the drawings in art/vessels/stickers.ts. */
export const flagsOnLabels: Readonly<Record<string, readonly [FlagName, where: string]>> = {
  'nashville-chilli-crisp': ['six', 'round the lid'],
  'apple-terror-sauce': ['six', 'round the neck'],
  'mandarin-pineapple-sage-hot-sauce': ['pan', 'round the neck'],
  'spice-bag-mix': ['six', 'along the foot of the bag'],
  'big-gay-bear-box-monthly-subscription': ['bear', 'on the roof'],
  'twink-box-monthly-subscription': ['twink', 'on the roof'],
  'proud-tote': ['six', 'across the hem'],
  'peach-please-hot-honey': ['lesbian', 'at the foot of the bottle'],
  'black-garlic-ranch-dust': ['ace', 'under the lid'],
  'proper-mouthy-mustard': ['enby', 'round the lid'],
  'bi-curious-blueberry-bbq': ['bi', 'round the neck'],
  'yalright-mug': ['six', 'round the foot'],
  'got-got-need-tee': ['gilbert', 'at the hem'],
  'pickle-me-pink': ['trans', 'round the lid'],
  'the-big-smoke-bbq-sauce': ['gilbert', 'round the neck'],
  'nashville-hot-dust': ['genderqueer', 'under the lid'],
  'big-gay-bear-box-quarterly-subscription': ['bear', 'on the roof'],
  'sourpuss-lemon-pepper': ['fluid', 'round the collar'],
  'trailer-trash-taco-dust': ['poly', 'along the foot of the bag'],
  'hot-tomato-ketchup': ['aro', 'round the neck'],
  'lip-service-scotch-bonnet': ['intersex', 'round the neck'],
  'twink-box-quarterly-subscription': ['twink', 'on the roof'],
  'not-that-kind-of-biscuit-mix': ['six', 'in the round seal at the top'],
  'miss-marmalade-chilli-jam': ['pan', 'on the ribbon round the lid'],
}

export const flagsTexts = {
  title: 'Find the flags',
  lead: 'There is a pride flag on every label. Some wave at you, some hide round the neck of a bottle. Here is where to look, what each one stands for and who made it.',
  back: 'Stuck? Turn it over: each back label has the same stripes under its heading.',
} as const
