import { business, guestRange } from '../../domain/business.ts'

/** Who answers what; the first is the general address. */
export const desks = [
  {
    label: 'Anything at all',
    email: business.email,
    text: 'Orders, jars, boxes, allergies, compliments, complaints.',
  },
  {
    label: 'Proud Catering',
    email: business.cateringEmail,
    text: `Parties, weddings and do’s for ${guestRange}.`,
  },
  {
    label: `Ask ${business.chef.name}`,
    email: business.consultancyEmail,
    text: 'Your kitchen, but better.',
  },
]
