import { expect, test } from 'vitest'
import { flagDescriptions, flagsOnLabels } from '../../app/content/flags.ts'
import { plateDrawings } from '../../art/scenes/plates.ts'
import { dishRecipes } from '../../app/content/recipes.ts'
import { stickers } from '../../art/vessels/stickers.ts'

test('each label hides the flag that its page names', () => {
  const drawn = Object.entries(stickers).map(([slug, { flag }]) => [slug, flag])
  const named = Object.entries(flagsOnLabels).map(([slug, [flag]]) => [slug, flag])
  expect(named).toEqual(drawn)
  expect(new Set(named.map(([, flag]) => flag))).toEqual(new Set(Object.keys(flagDescriptions)))
})

test('every drawn dish belongs to a recipe', () => {
  const used = Object.values(dishRecipes).flatMap((shelf) =>
    Object.values(shelf).map(({ plate }) => plate),
  )
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(plateDrawings).toSorted())
})
