import { csvText } from './csv.ts'

/** Where a parcel goes, as the payment page asked for it. */
export interface ParcelAddress {
  name: string | null
  line1: string | null
  line2: string | null
  city: string | null
  county: string | null
  postcode: string | null
  country: string | null
}

/** The lines of an address as they stand on a label, without what is empty. */
export function addressLines(address: ParcelAddress): string[] {
  const { line1, line2, city, county, postcode } = address
  const town = [city, postcode].filter(Boolean).join(' ')
  return [line1, line2, county, town].filter((line) => line !== null).filter((line) => line !== '')
}

/** Letters that stand beside each other on a label, and lines below each other, in its usual type. */
const wide = 26
const high = 6

/** Whether an address needs smaller type to stand on a label to its postcode. */
export function isLong(address: ParcelAddress): boolean {
  const lines = [address.name ?? '', ...addressLines(address)]
  return lines.reduce((sum, { length }) => sum + Math.ceil(length / wide), 0) > high
}

const columns = [
  'Order reference',
  'Full name',
  'Address line 1',
  'Address line 2',
  'City',
  'County',
  'Postcode',
  'Country',
  'Items',
  'Service',
]

/** Parcels as carriers take them in: one row each, with the names that Royal Mail's Click & Drop knows columns by. */
export function parcelCsv(
  parcels: readonly {
    number: number
    address: ParcelAddress
    pieces: number
    service: string
  }[],
): string {
  return csvText([
    columns,
    ...parcels.map(({ number, address, pieces, service }) => [
      number,
      address.name,
      address.line1,
      address.line2,
      address.city,
      address.county,
      address.postcode,
      address.country,
      pieces,
      service,
    ]),
  ])
}
