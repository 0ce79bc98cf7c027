import { byteOrderMark, csvText } from './csv.ts'

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

/** A parcel as a carrier's import takes it in. */
export interface CarrierParcel {
  number: number
  address: ParcelAddress
  email: string | null
  /** With its packaging; null while a product's weight is not known. */
  weightGrams: number | null
  packageSize: string | null
  /** What the carrier calls the delivery method. */
  serviceCode: string | null
}

const columns = [
  'Order reference',
  'Weight',
  'Package size',
  'Service code',
  'Full name',
  'Address line 1',
  'Address line 2',
  'City',
  'County',
  'Postcode',
  'Country',
  'Email',
]

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' })

/**
 * Parcels for Royal Mail's Click & Drop: a row each, weight in kilograms, the country by its full name
 * (Royal Mail, "Order import spreadsheet field specifications").
 */
export function parcelCsv(parcels: readonly CarrierParcel[]): string {
  return byteOrderMark + csvText([columns, ...parcels.map(toCells)])
}

function toCells(parcel: CarrierParcel): (string | number | null)[] {
  const { number, address, email, weightGrams, packageSize, serviceCode } = parcel
  return [
    number,
    weightGrams === null ? null : (weightGrams / 1000).toFixed(3),
    packageSize,
    serviceCode,
    address.name,
    address.line1,
    address.line2,
    address.city,
    address.county,
    address.postcode,
    countryName(address.country),
    email,
  ]
}

function countryName(code: string | null): string | null {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}
