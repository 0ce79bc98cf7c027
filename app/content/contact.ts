import { business, cateringGuestRange } from '../../domain/business.ts'
import { parseRows } from './rows.ts'

/** The shop's email addresses and their topics. The first one is the general address. */
export const contactEmails = parseRows(
  ['label', 'email', 'text'],
  `
Anything at all | ${business.email} | Orders, jars, boxes, allergies, compliments, complaints.
Proud Catering | ${business.cateringEmail} | Parties, weddings and do’s for ${cateringGuestRange} people.
Ask ${business.chef.name} | ${business.consultancyEmail} | Your kitchen, but better.
`,
)
