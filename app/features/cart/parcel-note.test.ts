import { expect, test } from 'vitest'
import { xlDelivery } from '../../../domain/delivery.fixtures.ts'
import { formatParcelNote } from './parcel-note.tsx'

test.each([
  [1, 649, 'Room for four more. With six or more it goes XL for £6.49.'],
  [4, 649, 'Room for one more. With six or more it goes XL for £6.49.'],
  [5, 649, 'This parcel is full. One more and it goes XL for £6.49.'],
  [6, 649, 'More than five items, so this goes XL for £6.49.'],
  [40, 0, 'More than five items, so this goes XL for £0.00.'],
])('the parcel note for %i pieces with XL at %s pence reads: %s', (count, price, words) => {
  expect(formatParcelNote(count, { ...xlDelivery, price })).toBe(words)
})
