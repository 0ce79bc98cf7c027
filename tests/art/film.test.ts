import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { brandOf } from '../../scripts/art/brand.ts'
import { glyphText, loadFigtree } from '../../scripts/art/glyph-text.ts'
import { loadFace, outlinedLettering } from '../../scripts/art/lettering-font.ts'
import { svgToPixels } from '../../scripts/art/svg-to-png.ts'
import { tacoFilm } from '../../scripts/film/film.ts'

const media = join(import.meta.dirname, '..', '..', 'supabase', 'storage', 'media')
const font = loadFace('rammetto')
const fonts = await loadFigtree()
const film = tacoFilm(brandOf(business.tradingName, font).mark, () => ({
  lettering: outlinedLettering(font),
  reading: glyphText(fonts),
}))

test('the film lasts 20 to 30 seconds and weighs less than 1.5 MB', () => {
  expect(film.seconds).toBeGreaterThanOrEqual(20)
  expect(film.seconds).toBeLessThanOrEqual(30)
  expect(statSync(join(media, 'taco-tuesdays.mp4')).size).toBeLessThan(1_500_000)
})

test('it can start before it has come whole, and is as long as it was drawn', () => {
  const file = readFileSync(join(media, 'taco-tuesdays.mp4'))
  expect(file.toString('latin1', 4, 8)).toBe('ftyp')
  const header = file.indexOf('mvhd')
  expect(header).toBeGreaterThan(0)
  expect(header).toBeLessThan(file.indexOf('mdat'))
  const seconds = file.readUInt32BE(header + 20) / file.readUInt32BE(header + 16)
  expect(seconds).toBeCloseTo(film.seconds, 1)
})

test('its captions are those of the drawings, one after the other', () => {
  expect(readFileSync(join(media, 'taco-tuesdays.vtt'), 'utf8')).toBe(film.captions)
  const times = [...film.captions.matchAll(/00:00:([\d.]+)/g)].map(([, time]) => Number(time))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(film.seconds)
})

test('its still is a picture of it', () => {
  const file = readFileSync(join(media, 'taco-tuesdays.png'))
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([960, 540])
})

test('every second of it can be drawn', () => {
  for (let time = 0; time < film.seconds; time += 1) {
    const svg = film.pictureAt(time)
    expect(svg).not.toMatch(/NaN|undefined|<text/)
    expect(svgToPixels(svg, 64).height).toBe(36)
  }
})
