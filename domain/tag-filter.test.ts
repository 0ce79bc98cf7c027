import { expect, test } from 'vitest'
import { tagsToShow } from './tag-filter.ts'

test('the shown tags leave out a bare hash, and "vegetarian" beside "vegan"', () => {
  expect(tagsToShow(['#spicy', '#', '#Vegan', '#vegetarian'])).toEqual(['#spicy', '#Vegan'])
  expect(tagsToShow(['#vegetarian', '#honey'])).toEqual(['#vegetarian', '#honey'])
})
