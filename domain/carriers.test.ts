import { expect, test } from 'vitest'
import { carriers, normaliseTrackingNumber, getTrackingFault, getTrackingUrl } from './carriers.ts'

test('stores a tracking number in capitals without spaces', () => {
  expect(normaliseTrackingNumber(' ab 1234 5678 9gb ')).toBe('AB123456789GB')
})

test.each([
  ['Royal Mail', ''],
  ['Royal Mail', 'AB 1234 5678 9GB'],
  ['Royal Mail', '0B0480284000010371EE7'],
  ['Evri', 'H00A1B0012345678'],
  ['DPD', '15501234567890'],
  ['DPD', 'https://track.dpd.example/1?a=b'],
  ['By hand', ''],
])('accepts for %s the tracking number %j', (carrier, typed) => {
  expect(getTrackingFault(carrier, typed)).toBeNull()
})

test.each([
  ['Royal Mail', 'PB 4410 2207 GB', 'One short: 13 letters and digits, like AB123456789GB.'],
  ['Royal Mail', 'AB123456789GBX', 'One too many: 13 letters and digits, like AB123456789GB.'],
  ['DPD', '1234567890', '4 short: 14 digits.'],
  ['DPD', 'AB123456789GB', 'That doesn’t look like DPD’s. It should be 14 digits.'],
  ['Evri', '=HYPERLINK("x")', 'That doesn’t look like Evri’s. It should be 16 letters and digits.'],
  ['By hand', '123', 'Hand deliveries don’t have a number.'],
])('explains why %s does not accept the tracking number %j', (carrier, typed, words) => {
  expect(getTrackingFault(carrier, typed)).toBe(words)
})

test('every carrier has a unique name', () => {
  expect(new Set(carriers.map(({ name }) => name)).size).toBe(carriers.length)
})

test.each([
  [
    'Royal Mail',
    'AB 1234 5678 9GB',
    'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB',
  ],
  ['Evri', 'H00A1B0012345678', 'https://www.evri.com/track/parcel/H00A1B0012345678'],
  ['DPD', '15501234567890', null],
  ['By hand', 'https://carrier.example/x', 'https://carrier.example/x'],
  ['Royal Mail', 'AB 123', null],
  ['Royal Mail', null, null],
  ['By hand', 'AB123456789GB', null],
  ['A cousin', 'AB123456789GB', null],
  [null, 'AB123456789GB', null],
])('links a parcel with %s and the tracking number %s to %s', (carrier, tracking, page) => {
  expect(getTrackingUrl(carrier, tracking)).toBe(page)
})
