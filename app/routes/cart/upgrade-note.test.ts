import { expect, test } from 'vitest'
import { formatUpgradeNote } from './upgrade-note.ts'

test('the upgrade note names the number of items and the delivery method that was replaced', () => {
  expect(formatUpgradeNote(7, 5, 'Standard')).toBe(
    'Seven items need the big box, so your Standard delivery was changed. Drop to five and it changes back.',
  )
})

test('the upgrade note mentions no former method when none was chosen', () => {
  expect(formatUpgradeNote(40, 5, null)).toBe(
    '40 items need the big box. Drop to five and the choice is yours again.',
  )
})
