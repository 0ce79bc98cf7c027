import { expect, test } from 'vitest'
import { flags, flagPlaces } from '../../app/content/flags.ts'
import { plateDrawings } from '../../art/scenes/plates.ts'
import { recipeShelves } from '../../app/content/recipes.ts'
import { stickers } from '../../art/vessels/stickers.ts'

test('each label hides the flag that its page names', () => {
  const drawn = Object.entries(stickers).map(([slug, { flag }]) => [slug, flag])
  const named = Object.entries(flagPlaces).map(([slug, [flag]]) => [slug, flag])
  expect(named).toEqual(drawn)
  expect(new Set(named.map(([, flag]) => flag))).toEqual(new Set(Object.keys(flags)))
})

test('every drawn dish belongs to a recipe', () => {
  const used = Object.values(recipeShelves).flatMap((shelf) =>
    Object.values(shelf).map(({ plate }) => plate),
  )
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(plateDrawings).toSorted())
})
