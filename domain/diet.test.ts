import { expect, test } from 'vitest'
import { dietsOf, tagsToShow } from './diet.ts'

const food = { ingredients: ['salt'] }

test('a food is what its tags say, whatever their case, and vegan when they say both', () => {
  expect(
    dietsOf([
      { ...food, name: 'Salt', tags: ['#VEGAN', '#vegetarian'] },
      { ...food, name: 'Honey', tags: ['vegetarian'] },
    ]),
  ).toEqual({ vegan: ['Salt'], vegetarian: ['Honey'], unmarked: [] })
})

test('a food without such a tag is called neither, also when a tag only sounds like one', () => {
  const tags = ['#not-vegan', '#vegan-ish', '#sauces']
  expect(dietsOf([{ ...food, name: 'Broth', tags }]).unmarked).toEqual(['Broth'])
})

test('what has no ingredients of its own is no food', () => {
  const mug = { name: 'Mug', tags: ['#vegan'], ingredients: [] }
  expect(dietsOf([mug])).toEqual({ vegan: [], vegetarian: [], unmarked: [] })
})

test('chips leave out a tag that is only a hash, and that a vegan food is vegetarian', () => {
  expect(tagsToShow(['#spicy', '#', '#Vegan', '#vegetarian'])).toEqual(['#spicy', '#Vegan'])
  expect(tagsToShow(['#vegetarian', '#honey'])).toEqual(['#vegetarian', '#honey'])
})
