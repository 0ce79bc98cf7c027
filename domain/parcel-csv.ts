import { byteOrderMark, formatCsv } from './csv.ts'

/** The delivery address that the payment page collected. */
export interface ParcelAddress {
  name: string | null
  line1: string | null
  line2: string | null
  city: string | null
  county: string | null
  postcode: string | null
  country: string | null
}

/** Returns the non-empty lines of a postal address for a label, without the name and the country. */
export function formatAddressLines(address: ParcelAddress): string[] {
  const { line1, line2, city, county, postcode } = address
  const town = [city, postcode].filter(Boolean).join(' ')
  return [line1, line2, county, town].filter((line) => line !== null).filter((line) => line !== '')
}

/** The longest line, and the number of lines, that fit on a label in its usual type size. */
const maxLineLength = 26
const maxLabelLines = 6

/** Returns true when a name and its postal address fit on a label only in smaller type. */
export function needsSmallType(address: ParcelAddress): boolean {
  const lines = [address.name ?? '', ...formatAddressLines(address)]
  return (
    lines.reduce((sum, { length }) => sum + Math.ceil(length / maxLineLength), 0) > maxLabelLines
  )
}

/** A parcel as a carrier's import expects it. */
export interface CarrierParcel {
  number: number
  address: ParcelAddress
  email: string | null
  /** Includes the packaging; null while the weight of a product is not known. */
  weightGrams: number | null
  packageSize: string | null
  /** The carrier's code of the delivery option. */
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
 * Formats parcels for Royal Mail's Click & Drop: one row each, weight in kilograms, the country by its full name (Royal Mail,
 * "Order import spreadsheet field specifications").
 */
export function formatParcelCsv(parcels: readonly CarrierParcel[]): string {
  return byteOrderMark + formatCsv([columns, ...parcels.map(toCells)])
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
