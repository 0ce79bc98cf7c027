import { business, guestRange } from '../../../domain/business.ts'
import type { Findable } from '../../../domain/search.ts'
import { boxNames } from '../../content/boxes.ts'
import { paths } from '../../paths.ts'

export interface FindablePage extends Findable {
  url: string
}

/** The pages that the search knows, in the specification's order. */
export const findablePages: readonly FindablePage[] = [
  page(paths.home, 'Home', `${business.strapline}.`, 'start welcome'),
  page(
    paths.shop,
    'Shop',
    'All our sauces, seasonings, merchandise and boxes.',
    'buy products sauces hot sauce',
  ),
  page(
    paths.about,
    'About',
    `Our story since ${business.tradingSince} and what we do.`,
    'story team history',
  ),
  page(
    paths.faqs,
    'FAQs',
    'Allergies, delivery, vegetarian and vegan.',
    'questions help allergens shipping',
  ),
  page(paths.contact, 'Contact', 'How to reach us.', 'e-mail phone address'),
  page(
    paths.hireCatering,
    'Proud Catering',
    `Private and LGBTQIA+ events for ${guestRange} people.`,
    'wedding party hire events',
  ),
  page(
    paths.consultancy,
    `Ask ${business.chef.name}`,
    'Kitchen and restaurant consultancy run by a chef.',
    'menu EHO training HACCP',
  ),
  page(paths.wholesale, 'Wholesale', 'Stock our sauces in your shop.', 'trade stockists'),
  page(paths.subscriptions, 'Subscriptions', `${boxNames}.`, 'box monthly quarterly gift'),
]

function page(url: string, title: string, description: string, tags: string): FindablePage {
  return { url, title, description, tags: tags.split(' ') }
}
