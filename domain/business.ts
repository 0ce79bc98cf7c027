import { formatPhone } from './phone.ts'

/**
 * The shop's names, numbers and addresses, for pages, emails, pictures, policies and paths. No other file repeats them.
 * `checkBusiness` throws at the start when a value is invalid.
 */
const details = {
  /** The name that customers use. */
  tradingName: 'Y’alright',
  /** The registered name of the partnership. */
  legalName: 'Y’alright Kitchen LLP',
  companyNumber: 'OC000000',
  registeredIn: 'England and Wales',
  registeredOffice: '1 Example Street, London SE15 4QL',
  vatNumber: null,
  tradingSince: 2016,
  chef: { name: 'Beau', slug: 'beau' },
  /** The smallest and the largest number of guests that the catering accepts. */
  guests: { fewest: 6, most: 60 },
  email: 'hello@yalright.example',
  cateringEmail: 'catering@yalright.example',
  consultancyEmail: 'beau@yalright.example',
  /** In the international format of tel: links. */
  phone: '+442079460123',
  social: {
    photos: 'https://www.instagram.com/yalright.example',
    network: 'https://www.facebook.com/yalright.example',
    videos: 'https://www.tiktok.com/@yalright.example',
  },
  strapline: 'American comfort food with a British accent',
  tagline: 'Bold Flavours. Inclusive Vibes',
  /** Stored with every order; raise it when the terms change. */
  termsVersion: '2025-04',
}

export interface Business extends Omit<typeof details, 'vatNumber'> {
  /** Is null when the business is not registered for VAT; then no page mentions VAT. */
  vatNumber: string | null
}

export const business: Business = checkBusiness(details)

export const cateringGuestRange = `${business.guests.fewest} to ${business.guests.most}`

export const businessPhoneText = formatPhone(business.phone)

/** @throws Error that names every invalid value */
export function checkBusiness(details: Business): Business {
  const faults: string[] = []
  const filled = {
    tradingName: details.tradingName,
    legalName: details.legalName,
    office: details.registeredOffice,
  }
  for (const [name, value] of Object.entries(filled))
    if (value.trim() === '') faults.push(`${name} is empty`)
  for (const address of [details.email, details.cateringEmail, details.consultancyEmail])
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
      faults.push(`"${address}" is not an e-mail address`)
  if (!/^(OC|SO|NC)?\d{6,8}$/.test(details.companyNumber))
    faults.push(`"${details.companyNumber}" is not a company number`)
  if (!/^\+\d{8,15}$/.test(details.phone))
    faults.push(`phone "${details.phone}" is not in the form +442079460123`)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(details.chef.slug))
    faults.push(`chef.slug "${details.chef.slug}" cannot stand in a path`)
  const { fewest, most } = details.guests
  if (!(Number.isInteger(fewest) && Number.isInteger(most) && 1 <= fewest && fewest < most))
    faults.push(`guests from ${fewest} to ${most} are no number of people`)
  if (details.vatNumber !== null && !/^GB\d{9}(\d{3})?$/.test(details.vatNumber))
    faults.push(`"${details.vatNumber}" is not a VAT number`)
  for (const link of Object.values(details.social))
    if (!link.startsWith('https://'))
      faults.push(`social link "${link}" does not start with https://`)
  if (faults.length > 0) throw new Error(`domain/business.ts: ${faults.join('; ')}`)
  return details
}
