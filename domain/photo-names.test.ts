import { expect, test } from 'vitest'
import { getEmailPhoto, getPhotoSrcset, getSmallPhoto } from './photo-names.ts'

const photo = '/storage/v1/object/public/products/a/b-1200.webp'
const drawing = '/generated/stickers/a.svg'

test('a photo has files in other sizes, and a drawing has none', () => {
  expect(getSmallPhoto(photo)).toBe('/storage/v1/object/public/products/a/b-400.webp')
  expect(getPhotoSrcset(photo)).toContain('b-800.webp 800w')
  expect(getEmailPhoto(photo)).toBe('/storage/v1/object/public/products/a/b-mail.png')
  expect([getSmallPhoto(drawing), getPhotoSrcset(drawing), getEmailPhoto(drawing)]).toEqual([
    drawing,
    undefined,
    null,
  ])
})
