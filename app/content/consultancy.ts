import { business } from '../../domain/business.ts'
import { parseRows } from './rows.ts'

const { chef, tradingName, tradingSince } = business

export const consultancyTexts = {
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

export const consultancyServices = parseRows(
  ['id', 'title', 'mascot', 'color', 'text'],
  `
menu-development | Menu Development | mandarin | butter | Fewer dishes, better ones, and every price knows why it is there.
eho-compliance | EHO compliance | lemon | mint | Paperwork, probes and fridges put right before the knock at the door.
staff-training | Staff Training | boot | blush | Knives, allergens, service and saying no to a chef nicely. On your floor, at your pace.
business-strategy | Business Strategy | queen | sky | Margins, opening hours, the second site you should or should not take.
recipes-haccp-allergens | Recipes/Haccp/Allergens | garlic | peach | Recipes costed to the gram, a HACCP plan that fits on the wall, all fourteen boxes ticked.
streamlining-and-sops | Streamlining and SOPs | bolt | lilac | Prep lists, stations and standards, so that Tuesday tastes like Saturday.
`,
)
