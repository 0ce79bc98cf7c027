import { expect, test } from 'vitest'
import { upgradeNote } from './upgrade-note.ts'

test('the upgrade note names the number of items and the delivery method that was replaced', () => {
  expect(upgradeNote(7, 5, 'Standard')).toBe(
    'Seven items need the big box, so your Standard delivery was changed. Drop to five and it changes back.',
  )
})

test('the upgrade note mentions no former method when none was chosen', () => {
  expect(upgradeNote(40, 5, null)).toBe(
    '40 items need the big box. Drop to five and the choice is yours again.',
  )
})
