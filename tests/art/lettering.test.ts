import { expect, test } from 'vitest'
import { toPathData } from '../../art/lib/path-writer.ts'
import {
  displayFont,
  fitFontSize,
  drawDisplayText,
  measureDisplayText,
} from '../../art/lib/lettering.ts'
import { stickers, stickerSlugs } from '../../art/vessels/stickers.ts'

const words = [...stickerSlugs.flatMap((slug) => stickers[slug].lines), 'MONTHLY', 'QUARTERLY']

test('the advance widths used for fitting labels match the font', () => {
  const shares = words.map((line) => measureDisplayText(line, 100) / displayFont.width(line, 100))
  expect(Math.min(...shares)).toBeGreaterThan(0.99)
  // `measureDisplayText` adds up advance widths, while the drawn text is slightly narrower because of kerning.
  expect(Math.max(...shares)).toBeLessThan(1.06)
})

test('an outlined word is about as wide as the text and centred', () => {
  const [x, y, size] = [150, 200, 30]
  const unmatched = words.filter((line) => {
    const [, path = ''] = /d="([^"]+)"/.exec(drawDisplayText(line, x, y, size, '#000')) ?? []
    const { left, right } = extent(path)
    const share = (right - left) / displayFont.width(line, size)
    return share < 0.85 || share > 1.08 || Math.abs((left + right) / 2 - x) > size * 0.2
  })
  expect(unmatched).toEqual([])
})

test('every letter is outlined with all its contours', () => {
  const contours = { B: 3, I: 1, G: 1, A: 2, Y: 1, E: 1, R: 2, O: 2, X: 1 }
  const drawn = Object.keys(contours).map((letter) => [
    letter,
    displayFont.outline(letter, 0, 0, 30).match(/m/gi)?.length,
  ])
  expect(Object.fromEntries(drawn)).toEqual(contours)
})

test('a word is set no larger than its plate allows', () => {
  expect(fitFontSize('MARMALADE', 100, 40)).toBeLessThan(40)
  expect(measureDisplayText('MARMALADE', fitFontSize('MARMALADE', 100, 40))).toBeCloseTo(100)
  expect(fitFontSize('MIX', 500, 40)).toBe(40)
})

test('path data keeps values near zero apart', () => {
  const path = toPathData([
    { type: 'M', x: 0.04, y: -0.04 },
    { type: 'Q', x1: 0.2, y1: -0.31, x: 10, y: 0 },
    { type: 'L', x: 10, y: 5 },
    { type: 'L', x: 10, y: 5.01 },
  ])
  expect(path).toBe('M0 0q.2-.3 10 0v5z')
})

/** Returns the leftmost and rightmost x coordinate of the end points in relative path data. */
function extent(path: string): { left: number; right: number } {
  let x = 0
  let start = 0
  let left = Infinity
  let right = -Infinity
  for (const [, letter = '', values = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (values.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number)
    if (letter === 'M') x = numbers[0] ?? 0
    else if (letter === 'z') x = start
    else if (letter !== 'v') x += (letter === 'h' ? numbers.at(-1) : numbers.at(-2)) ?? 0
    if (letter === 'M' || letter === 'm') start = x
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  return { left, right }
}
