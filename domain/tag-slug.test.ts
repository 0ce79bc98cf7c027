import { expect, test } from 'vitest'
import { getShownTags } from './tag-slug.ts'

test('the shown tags leave out a bare hash, and "vegetarian" beside "vegan"', () => {
  expect(getShownTags(['#spicy', '#', '#Vegan', '#vegetarian'])).toEqual(['#spicy', '#Vegan'])
  expect(getShownTags(['#vegetarian', '#honey'])).toEqual(['#vegetarian', '#honey'])
})
