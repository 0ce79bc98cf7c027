import { parseUrl } from './parse-url.ts'
import { compactPastedText, unwrapPastedText } from './pasted.ts'

interface Carrier {
  name: string
  /** The format of the carrier's tracking numbers; null for hand deliveries, which have none. */
  numbers: {
    lengths: readonly number[]
    pattern: RegExp
    description: string
    /**
     * The start of the tracking page's URL, which ends with the tracking number; null when the carrier requires more than the
     * number.
     */
    page: string | null
  } | null
}

/** The carriers. The desk preselects the first. */
export const carriers: readonly [Carrier, ...Carrier[]] = [
  {
    name: 'Royal Mail',
    // The printed tracking number has 13 characters, the content of the 2D barcode on the label has 21.
    numbers: {
      lengths: [13, 21],
      pattern: /^[A-Z0-9]+$/,
      description: '13 letters and digits, like AB123456789GB',
      page: 'https://www.royalmail.com/track-your-item#/tracking-results/',
    },
  },
  {
    name: 'Evri',
    numbers: {
      lengths: [16],
      pattern: /^[A-Z0-9]+$/,
      description: '16 letters and digits',
      page: 'https://www.evri.com/track/parcel/',
    },
  },
  {
    name: 'DPD',
    numbers: {
      lengths: [14],
      pattern: /^\d+$/,
      description: '14 digits',
      page: null,
    },
  },
  { name: 'By hand', numbers: null },
]

/**
 * Returns a tracking number as it is stored: in upper case, without spaces and hyphens. A link loses only surrounding characters,
 * such as quotation marks.
 */
export function normaliseTrackingNumber(typed: string): string {
  const text = unwrapPastedText(typed)
  return text.startsWith('https://') ? text : compactPastedText(text)
}

/**
 * Returns an error message for an invalid tracking number or link, else null. An empty number is valid. Links to any domain are
 * valid.
 */
export function getTrackingFault(carrier: string, typed: string): string | null {
  const text = normaliseTrackingNumber(typed)
  const numbers = carriers.find(({ name }) => name === carrier)?.numbers ?? null
  if (text === '') return null
  if (text.startsWith('https://'))
    return parseUrl(text) === null ? 'That link doesn’t lead anywhere.' : null
  if (numbers === null) return 'Hand deliveries don’t have a number.'
  if (!numbers.pattern.test(text))
    return `That doesn’t look like ${carrier}’s. It should be ${numbers.description}.`
  if (numbers.lengths.includes(text.length)) return null
  const [usual = 0] = numbers.lengths
  const difference = text.length - usual
  return `${Math.abs(difference) === 1 ? 'One' : Math.abs(difference)} ${difference < 0 ? 'short' : 'too many'}: ${numbers.description}.`
}

/** Returns the URL of the tracking page: the stored link, or the carrier's page for the number; null when there is neither. */
export function getTrackingUrl(carrier: string | null, tracking: string | null): string | null {
  const number = normaliseTrackingNumber(tracking ?? '')
  if (number.startsWith('https://')) return number
  const page = carriers.find(({ name }) => name === carrier)?.numbers?.page ?? null
  if (page === null || number === '' || getTrackingFault(carrier ?? '', number) !== null)
    return null
  return page + number
}
