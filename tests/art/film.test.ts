import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const media = join(import.meta.dirname, '..', '..', 'supabase', 'storage', 'media')
const film = readFileSync(join(media, 'taco-tuesdays.mp4'))
const header = film.indexOf('mvhd')
const seconds = film.readUInt32BE(header + 20) / film.readUInt32BE(header + 16)

test('the film lasts 20 to 30 seconds and weighs less than 1.5 MB', () => {
  expect(seconds).toBeGreaterThanOrEqual(20)
  expect(seconds).toBeLessThanOrEqual(30)
  expect(statSync(join(media, 'taco-tuesdays.mp4')).size).toBeLessThan(1_500_000)
})

test('the film can start before it has been downloaded completely', () => {
  expect(film.toString('latin1', 4, 8)).toBe('ftyp')
  expect(header).toBeGreaterThan(0)
  expect(header).toBeLessThan(film.indexOf('mdat'))
})

test('the film’s captions follow one another and end with the film', () => {
  const captions = readFileSync(join(media, 'taco-tuesdays.vtt'), 'utf8')
  const times = [...captions.matchAll(/00:00:([\d.]+)/g)].map(([, time]) => Number(time))
  expect(times.length).toBeGreaterThan(0)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(seconds)
})

test('the film’s poster has the size of the film', () => {
  const still = readFileSync(join(media, 'taco-tuesdays.png'))
  expect([still.readUInt32BE(16), still.readUInt32BE(20)]).toEqual([960, 540])
})
