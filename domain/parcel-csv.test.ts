import { expect, test } from 'vitest'
import { addressLines, isLong, parcelCsv } from './parcel-csv.ts'

const address = {
  name: '=cmd|x',
  line1: 'Flat 3, 48 Choumert Road',
  line2: null,
  city: 'London',
  county: '',
  postcode: 'SE15 5DQ',
  country: 'GB',
}

test('an address on a label has no empty line', () => {
  expect(addressLines(address)).toEqual(['Flat 3, 48 Choumert Road', 'London SE15 5DQ'])
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
])('%o would be cut on a label in its usual type: %s', (whose, isCut) => {
  expect(isLong(whose)).toBe(isCut)
})

test('a carrier gets a row a parcel, and no formula', () => {
  expect(
    parcelCsv([{ number: 1042, address, pieces: 3, service: 'Standard delivery' }]).split('\r\n'),
  ).toEqual([
    'Order reference,Full name,Address line 1,Address line 2,City,County,Postcode,Country,Items,Service',
    `1042,'=cmd|x,"Flat 3, 48 Choumert Road",,London,,SE15 5DQ,GB,3,Standard delivery`,
    '',
  ])
})
