import { business } from '../../domain/business.ts'

const { chef, tradingName, tradingSince } = business

export const consultancyWords = {
  subject: 'Subject: your kitchen',
  lead: 'Kitchen and restaurant consultancy by somebody who has burnt a roux, failed a fridge check and lived to laminate it. Bring the mess. Leave with a binder.',
  note: {
    title: 'Chef’s note',
    text: 'The first chat is free. I do not do slides. I do bring biscuits.',
  },
  who: {
    text: [
      `I’m ${chef.name}. I run the kitchen at ${tradingName}, which has fed markets, weddings and a great many Tuesdays since ${tradingSince}. Before that I did the lot: pot wash, pastry, pass, and one summer on a boat we do not discuss.`,
      'These days I spend my quiet weeks in other people’s kitchens: cafés, pubs, food trucks, a church hall, one very nervous hotel. You get plain words, sums that add up, and a team that still likes you afterwards.',
    ],
    alt: 'A chef’s hat with a moustache and a neckerchief stands behind the pass, under a rail of order tickets, with a fat binder and a bell in front of him.',
  },
} as const

/** The six services, under the specification's names. */
export const services = [
  {
    id: 'menu-development',
    title: 'Menu Development',
    text: 'Fewer dishes, better ones, and every price knows why it is there.',
    mascot: 'mandarin',
    color: 'butter',
  },
  {
    id: 'eho-compliance',
    title: 'EHO compliance',
    text: 'Paperwork, probes and fridges put right before the knock at the door.',
    mascot: 'lemon',
    color: 'mint',
  },
  {
    id: 'staff-training',
    title: 'Staff Training',
    text: 'Knives, allergens, service and saying no to a chef nicely. On your floor, at your pace.',
    mascot: 'boot',
    color: 'blush',
  },
  {
    id: 'business-strategy',
    title: 'Business Strategy',
    text: 'Margins, opening hours, the second site you should or should not take.',
    mascot: 'queen',
    color: 'sky',
  },
  {
    id: 'recipes-haccp-allergens',
    title: 'Recipes/Haccp/Allergens',
    text: 'Recipes costed to the gram, a HACCP plan that fits on the wall, all fourteen boxes ticked.',
    mascot: 'garlic',
    color: 'peach',
  },
  {
    id: 'streamlining-and-sops',
    title: 'Streamlining and SOPs',
    text: 'Prep lists, stations and standards, so that Tuesday tastes like Saturday.',
    mascot: 'bolt',
    color: 'lilac',
  },
]
