import { expect, test } from 'vitest'
import { photoForMail, photoSources, smallPhoto } from './photo-names.ts'

const photo = '/storage/v1/object/public/products/a/b-1200.webp'
const drawing = '/generated/stickers/a.svg'

test('a photo has files in other sizes, and a drawing has none', () => {
  expect(smallPhoto(photo)).toBe('/storage/v1/object/public/products/a/b-400.webp')
  expect(photoSources(photo)).toContain('b-800.webp 800w')
  expect(photoForMail(photo)).toBe('/storage/v1/object/public/products/a/b-mail.png')
  expect([smallPhoto(drawing), photoSources(drawing), photoForMail(drawing)]).toEqual([
    drawing,
    undefined,
    null,
  ])
})
