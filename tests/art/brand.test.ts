import { expect, test } from 'vitest'
import { appIcon, wordmark } from '../../art/lib/wordmark.ts'
import { wordmarkFiles } from '../../art/files/pictures.ts'
import { displayFont } from '../../art/lib/lettering.ts'

const names = ['Y’alright', "Y'alright", 'Mum’s', 'Hot', 'The Southern Comfort Kitchen', 'W’’s']

test('the wordmark is set in the font of the labels', () => {
  const letters =
    displayFont.outline('Y', 14, 50, 46) + displayFont.outline('alright', 14 + 38.588 + 13, 50, 46)
  expect(wordmark('Y’alright').body).toContain(letters)
})

test('an apostrophe is drawn as a chilli, and a name without one has none', () => {
  const chillies = names.map((name) => wordmark(name).body.split('#1E9E4A').length - 1)
  expect(chillies).toEqual([1, 1, 1, 0, 0, 2])
  expect(appIcon('Mum’s').body).toContain('#1E9E4A')
  expect(appIcon('Hot').body).not.toContain('#1E9E4A')
})

test('every name fits the view box of the sign', () => {
  for (const name of names) {
    const { viewBox, body } = wordmark(name)
    expect(viewBox).toBe('0 -2 279 76')
    const starts = [...body.matchAll(/M(-?[\d.]+)[ -][\d.]+[a-z]/g)].map(([, x]) => Number(x))
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...starts)).toBeLessThanOrEqual(279)
  }
})

test('another trading name gives another sign and other icons', () => {
  const before = draw('Y’alright')
  const changed = draw('Hot Mamas').filter(([path, svg]) => svg !== new Map(before).get(path))
  expect(changed.map(([path]) => path)).toEqual([
    'art/wordmark.svg',
    'art/favicon.svg',
    'art/icon-192.png',
    'art/icon-512.png',
    'art/apple-touch-icon.png',
  ])
})

function draw(name: string): [path: string, svg: string][] {
  return wordmarkFiles(name).map(({ path, svg }) => [path, svg])
}
