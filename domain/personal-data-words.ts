import { londonDay } from './dates.ts'

/** The lifetime of an emailed link, which `request_personal_data` in the database sets. */
export const dataLinkLifetime = 'an hour'

export const erasureTexts = {
  erased:
    'Gone for good: your account and every sign-in, carts, saved addresses, enquiries, newsletter sign-up, what you asked us to tell you about, discount code and the e-mails we keep. A box that you have cancelled ends at once, and nothing more is charged for it.',
  retained:
    'What stays: your orders, for our tax books, without your name, e-mail and address; if you had a discount code, a scrambled form of your address, since there is one for each address; and another, if you told us not to write to you, so that we never do.',
} as const

/** Returns the name of the file for the customer, 'my-data-2026-11-20.json', with the day in London. `now` is in ms since 1970. */
export function getDataFileName(now: number): string {
  return `my-data-${londonDay(now)}.json`
}

/**
 * Returns the name of the file for the owner, 'data-of-sam-example.com-2026-11-20.json', with the day in London. `now` is in ms
 * since 1970.
 */
export function getPersonDataFileName(email: string, now: number): string {
  const namePart = email.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return `data-of-${namePart}-${londonDay(now)}.json`
}
