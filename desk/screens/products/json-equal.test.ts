import { expect, test } from 'vitest'
import { isJsonEqual } from './json-equal.ts'

test('values are the same whatever the order of their keys, also in lists', () => {
  const photos = [{ src: '/a.webp', alt: 'A jar' }, null]
  expect(
    isJsonEqual(
      { photos, name: 'Crisp' },
      { name: 'Crisp', photos: [{ alt: 'A jar', src: '/a.webp' }, null] },
    ),
  ).toBe(true)
  expect(isJsonEqual({ photos }, { photos: photos.toReversed() })).toBe(false)
})
