import { expect, test } from 'vitest'
import { formatAddressLines, needsSmallType, formatParcelCsv } from './parcel-csv.ts'

const address = {
  name: '=cmd|x',
  line1: 'Flat 3, 48 Choumert Road',
  line2: null,
  city: 'London',
  county: '',
  postcode: 'SE15 5DQ',
  country: 'GB',
}

test('the address lines of a label leave out empty fields', () => {
  expect(formatAddressLines(address)).toEqual(['Flat 3, 48 Choumert Road', 'London SE15 5DQ'])
})

test.each([
  [address, false],
  [{ ...address, name: 'Siobhan O’Kelly-Featherstonehaugh', county: 'Greater London' }, false],
  [
    {
      ...address,
      name: 'Siobhan O’Kelly-Featherstonehaugh',
      line1: 'Flat 12b, The Old Sorting Office, 48 to 52 Choumert Road',
      line2: 'Beside the second entrance of the yard',
    },
    true,
  ],
])('the address %o is too long for a label in its usual type: %s', (longAddress, isCut) => {
  expect(needsSmallType(longAddress)).toBe(isCut)
})

test('writes the weight in kilograms, the country by name and the service code for Click & Drop', () => {
  const parcel = {
    number: 1042,
    address: { ...address, line2: '- rear entrance' },
    email: 'priya@example.com',
    weightGrams: 850,
    packageSize: 'small parcel',
    serviceCode: 'CRL48',
  }
  const unknown = { ...parcel, number: 1043, email: null, weightGrams: null, serviceCode: null }
  expect(formatParcelCsv([parcel, unknown]).split('\r\n')).toEqual([
    '\uFEFFOrder reference,Weight,Package size,Service code,Full name,Address line 1,Address line 2,City,County,Postcode,Country,Email',
    `1042,0.850,small parcel,CRL48,'=cmd|x,"Flat 3, 48 Choumert Road",- rear entrance,London,,SE15 5DQ,United Kingdom,priya@example.com`,
    `1043,,small parcel,,'=cmd|x,"Flat 3, 48 Choumert Road",- rear entrance,London,,SE15 5DQ,United Kingdom,`,
    '',
  ])
})

test.each([
  ['IM', 'Isle of Man'],
  ['Great Britain', 'Great Britain'],
  [null, ''],
])('writes the country %j as %j for the carrier', (country, expected) => {
  const parcel = { number: 1, address: { ...address, country }, email: null }
  const text = formatParcelCsv([
    { ...parcel, weightGrams: 1, packageSize: null, serviceCode: null },
  ])
  expect(text.split('\r\n')[1]?.split(',').at(-2)).toBe(expected)
})
