import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { artFiles, wordmarkFiles } from '../../art/files/pictures.ts'
import { mailPictures } from '../../art/files/share-pictures.ts'
import { renderPng } from '../../art/files/png.ts'

test('every sticker in an email weighs less than 12 KB', async () => {
  const stickers = mailPictures().filter(({ path }) => !path.includes('welcome'))
  expect(stickers).toHaveLength(26)
  const drawn = await Promise.all(stickers.map(({ svg, width = 0 }) => renderPng(svg, width)))
  expect(drawn.filter(({ length }) => length > 12_000)).toEqual([])
})

test('a PNG keeps its few colours and its transparency', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="1" height="1" fill="#f00"/></svg>'
  const png = await renderPng(svg, 2)
  expect(await sharp(png).metadata()).toMatchObject({ width: 2, height: 1, isPalette: true })
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer()
  expect([...pixels.subarray(0, 4), pixels[7]]).toEqual([255, 0, 0, 255, 0])
})

test('scenes stay within the size limit of late-loading pictures', () => {
  const heavy = artFiles().filter(
    ({ path, svg }) => path !== 'art/carpet.svg' && gzipSync(svg).length > 8_500,
  )
  expect(heavy).toEqual([])
})

test('the shop’s drawings contain no text and no invalid values', () => {
  const drawings = [...artFiles(), ...wordmarkFiles('Y’alright')].filter(({ path }) =>
    path.endsWith('.svg'),
  )
  const spoilt = drawings.filter(({ svg }) => /<text|NaN|undefined/.test(svg))
  expect(spoilt).toEqual([])
})
