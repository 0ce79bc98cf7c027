import { expect, test } from 'vitest'
import { getPhotoFault } from './photo-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const frame = '\x21\xf9\x04\x00\x00\x00\x00\x00,'
/** The extension with the number of repetitions, which only animations have. */
const loop = '\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00'
const jpeg = '\xff\xd8\xff\xe1'

test.each([
  ['a JPEG', jpeg],
  ['a PNG', '\x89PNG\r\n\x1a\n....IHDR....IDAT'],
  ['a WebP', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
  ['a photo of an iPhone', '\x00\x00\x00\x18ftypheic'],
  ['a GIF without animation', `GIF89a${frame}`],
])('accepts %s as a photo', (_, head) => {
  expect(getPhotoFault('a.jpg', bytes(head), 5000)).toBeNull()
})

test.each([
  ['a PDF with another name', '%PDF-1.7', 'a.jpg is a PDF, whatever its name says.'],
  ['an animated GIF', `GIF89a${frame}${frame}`, 'a.jpg moves.'],
  ['a GIF whose second frame is beyond the first bytes', `GIF89a${loop}${frame}`, 'a.jpg moves.'],
  ['an animated PNG', '\x89PNG\r\n\x1a\n....IHDR....acTL....IDAT', 'a.jpg moves.'],
  ['an animated WebP', `RIFF\x10\x00\x00\x00WEBPVP8X${'.'.repeat(14)}ANIM`, 'a.jpg moves.'],
  ['an HTML page', '<!doctype html>', 'a.jpg is no photo that can be read here.'],
  ['a drawing', '<svg xmlns=', 'a.jpg is no photo that can be read here.'],
])('refuses %s as a photo and explains why', (_, head, words) => {
  expect(getPhotoFault('a.jpg', bytes(head), 5000)).toContain(words)
})

test('refuses an empty photo and one that is too large', () => {
  expect(getPhotoFault('a.jpg', bytes(''), 0)).toBe('a.jpg is empty.')
  expect(getPhotoFault('a.jpg', bytes(jpeg), 40_000_000)).toContain('a.jpg has 40 MB. 25 MB are')
})
