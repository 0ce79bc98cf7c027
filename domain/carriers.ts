import { parseUrl } from './parse-url.ts'
import { compactPasted, unwrapPasted } from './pasted.ts'

interface Carrier {
  name: string
  /** What its numbers look like; null where a parcel has none. */
  numbers: {
    lengths: readonly number[]
    form: RegExp
    words: string
    /** The carrier's page of a parcel, but for its number; null where that is not enough to find it. */
    page: string | null
  } | null
}

/** Who takes parcels, the usual one first. */
export const carriers: readonly [Carrier, ...Carrier[]] = [
  {
    name: 'Royal Mail',
    // The printed number, or what the square code of a label holds.
    numbers: {
      lengths: [13, 21],
      form: /^[A-Z0-9]+$/,
      words: '13 letters and digits, like AB123456789GB',
      page: 'https://www.royalmail.com/track-your-item#/tracking-results/',
    },
  },
  {
    name: 'Evri',
    numbers: {
      lengths: [16],
      form: /^[A-Z0-9]+$/,
      words: '16 letters and digits',
      page: 'https://www.evri.com/track/parcel/',
    },
  },
  {
    name: 'DPD',
    numbers: {
      lengths: [14],
      form: /^\d+$/,
      words: '14 digits',
      page: null,
    },
  },
  { name: 'By hand', numbers: null },
]

/** A number as it is kept: capitals without spaces and hyphens; of a link only what was around it goes. */
export function plainTracking(typed: string): string {
  const text = unwrapPasted(typed)
  return text.startsWith('https://') ? text : compactPasted(text)
}

/** What is wrong with a tracking number, in words, or null. None is needed, and an address is the carrier's own affair. */
export function trackingFault(carrier: string, typed: string): string | null {
  const text = plainTracking(typed)
  const numbers = carriers.find(({ name }) => name === carrier)?.numbers ?? null
  if (text === '') return null
  if (text.startsWith('https://'))
    return parseUrl(text) === null ? 'That link doesn’t lead anywhere.' : null
  if (numbers === null) return 'Hand deliveries don’t have a number.'
  if (!numbers.form.test(text))
    return `That doesn’t look like ${carrier}’s. It should be ${numbers.words}.`
  if (numbers.lengths.includes(text.length)) return null
  const [usual = 0] = numbers.lengths
  const gap = text.length - usual
  return `${Math.abs(gap) === 1 ? 'One' : Math.abs(gap)} ${gap < 0 ? 'short' : 'too many'}: ${numbers.words}.`
}

/** Where a parcel is followed: the address that was given, or its number's page at the carrier; null where there is neither. */
export function trackingPage(carrier: string | null, tracking: string | null): string | null {
  const number = plainTracking(tracking ?? '')
  if (number.startsWith('https://')) return number
  const page = carriers.find(({ name }) => name === carrier)?.numbers?.page ?? null
  if (page === null || number === '' || trackingFault(carrier ?? '', number) !== null) return null
  return page + number
}
