import { expect, test } from 'vitest'
import { getEmailPhotoUrl, getPhotoSrcset, getSmallPhotoUrl } from './photo-names.ts'

const photo = '/storage/v1/object/public/products/a/b-1200.webp'
const drawing = '/generated/stickers/a.svg'

test('a photo has files in other sizes, and a drawing has none', () => {
  expect(getSmallPhotoUrl(photo)).toBe('/storage/v1/object/public/products/a/b-400.webp')
  expect(getPhotoSrcset(photo)).toContain('b-800.webp 800w')
  expect(getEmailPhotoUrl(photo)).toBe('/storage/v1/object/public/products/a/b-mail.png')
  expect([getSmallPhotoUrl(drawing), getPhotoSrcset(drawing), getEmailPhotoUrl(drawing)]).toEqual([
    drawing,
    undefined,
    null,
  ])
})
