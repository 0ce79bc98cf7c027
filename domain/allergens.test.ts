import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeLabelMarks } from './allergens.ts'
import { getLabelParts } from './mark-allergens.ts'

const strong = (text: string) =>
  getLabelParts(text)
    .filter((part) => part.strong)
    .map((part) => part.text)

test('emphasises text between asterisks', () => {
  expect(getLabelParts('**soya** sauce (water, **soya** beans)')).toEqual([
    { text: 'soya', strong: true },
    { text: ' sauce (water, ', strong: false },
    { text: 'soya', strong: true },
    { text: ' beans)', strong: false },
  ])
})

test('emphasises the names of the 14 allergens in a label without asterisks', () => {
  expect(strong('Contains: Soya, sesame and sulphites.')).toEqual(['Soya', 'sesame', 'sulphites'])
  expect(strong('Made in a kitchen that handles peanuts, wheat and fish.')).toEqual([
    'peanuts',
    'wheat',
    'fish',
  ])
})

test('does not emphasise words that only look like an allergen', () => {
  expect(strong('butternut squash, nutmeg, coconut milk, eggplant, buckwheat')).toEqual([])
})

test('splitting a label into parts neither loses nor adds a word', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const shown = getLabelParts(text)
        .map((part) => part.text)
        .join('')
      return shown === removeLabelMarks(text)
    }),
  )
})
