import { compactPastedText } from './pasted.ts'

/** The sentence about the delivery area for pages, emails and the payment page. */
export const deliveryAreaText =
  'We deliver to England, Scotland and Wales, not to Northern Ireland, Jersey, Guernsey or the Isle of Man.'

/**
 * Areas without delivery by the first letters of their postcodes. The payment page accepts them as addresses in the United Kingdom.
 */
const areasWithoutDelivery: Readonly<Record<string, string>> = {
  BT: 'Northern Ireland',
  JE: 'Jersey',
  GY: 'Guernsey',
  IM: 'the Isle of Man',
}

/**
 * Returns the area outside Great Britain that a postcode belongs to, or null. `undeliverable_area` in the database returns the
 * same.
 */
export function getUndeliverableArea(postcode: string | null): string | null {
  const [letters = ''] = /^[A-Z]{2}(?=\d)/.exec(compactPastedText(postcode ?? '')) ?? []
  return areasWithoutDelivery[letters] ?? null
}

/** Finds a postcode of such an area in a postal address and returns the area; null when there is none. */
export function findUndeliverableArea(address: string): string | null {
  const found = /\b(?:BT|JE|GY|IM)\d{1,2}\s*\d[A-Z]{2}\b/i.exec(address)
  return getUndeliverableArea(found?.[0] ?? null)
}
