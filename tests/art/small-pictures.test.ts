import { gzipSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { artFiles, signFiles } from '../../art/files/pictures.ts'
import { mailPictures } from '../../art/files/share-pictures.ts'
import { palettePng } from '../../art/files/png.ts'

test('every sticker in a mail weighs less than 12 KB', () => {
  const stickers = mailPictures().filter(({ path }) => !path.includes('welcome'))
  expect(stickers).toHaveLength(26)
  expect(stickers.filter(({ contents }) => contents.length > 12_000)).toEqual([])
})

test('a PNG keeps what little colour it is given, and what cannot be seen stays so', () => {
  const red = [255, 0, 0, 255]
  const clear = [9, 9, 9, 0]
  const rgba = Uint8Array.from([...red, ...clear, ...clear, ...red])
  const png = Buffer.from(palettePng({ width: 2, height: 2, rgba }, 16))
  expect(chunk(png, 'PLTE')).toEqual(Buffer.from([0, 0, 0, 255, 0, 0]))
  expect(chunk(png, 'tRNS')).toEqual(Buffer.from([0, 255]))
  expect(inflateSync(chunk(png, 'IDAT'))).toEqual(Buffer.from([0, 1, 0, 0, 0, 1]))
})

test('scenes stay within the budget of a picture that is loaded late', () => {
  const heavy = artFiles().filter(
    ({ path, contents }) => path !== 'art/carpet.svg' && gzipSync(contents).length > 8_500,
  )
  expect(heavy).toEqual([])
})

test('drawings of the house hold no text and no stray references', () => {
  const drawings = [...artFiles(), ...signFiles('Y’alright')].filter(({ path }) =>
    path.endsWith('.svg'),
  )
  const spoilt = drawings.filter(({ contents }) => /<text|NaN|undefined/.test(String(contents)))
  expect(spoilt).toEqual([])
})

function chunk(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, 'latin1')
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}
