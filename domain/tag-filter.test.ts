import { expect, test } from 'vitest'
import { tagsToShow } from './tag-filter.ts'

test('chips leave out a tag that is only a hash, and that a vegan food is vegetarian', () => {
  expect(tagsToShow(['#spicy', '#', '#Vegan', '#vegetarian'])).toEqual(['#spicy', '#Vegan'])
  expect(tagsToShow(['#vegetarian', '#honey'])).toEqual(['#vegetarian', '#honey'])
})
