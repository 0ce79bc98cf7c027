import { compactPasted } from './pasted.ts'

/** The delivery area in the words of pages, emails and the payment page. */
export const deliveryAreaWords =
  'We deliver to England, Scotland and Wales, not to Northern Ireland, Jersey, Guernsey or the Isle of Man.'

/** By the letters that their postcodes begin with. The payment page takes them for addresses in the United Kingdom. */
const elsewhere: Readonly<Record<string, string>> = {
  BT: 'Northern Ireland',
  JE: 'Jersey',
  GY: 'Guernsey',
  IM: 'the Isle of Man',
}

/** The place outside Great Britain that a postcode is of, or null. `undeliverable_area` in the database is the same. */
export function undeliverableArea(postcode: string | null): string | null {
  const [letters = ''] = /^[A-Z]{2}(?=\d)/.exec(compactPasted(postcode ?? '')) ?? []
  return elsewhere[letters] ?? null
}

/** The same of the postcode that stands somewhere in an address; null also where there is none. */
export function undeliverableAreaIn(address: string): string | null {
  const found = /\b(?:BT|JE|GY|IM)\d{1,2}\s*\d[A-Z]{2}\b/i.exec(address)
  return undeliverableArea(found?.[0] ?? null)
}
