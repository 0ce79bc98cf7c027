import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as Opentype from 'opentype.js'
import { toPathData, type GlyphCommand } from './path-writer.ts'

// Uses `require`, because opentype.js has no ES module for Node.
const opentype: typeof Opentype = createRequire(import.meta.url)('opentype.js')

/** A font that measures text and converts it to path data. Sizes and widths are in the same unit. */
export interface Typeface {
  /** Returns the width of a text as drawn, with kerning. */
  width(text: string, size: number): number
  /** Returns the width of a single letter in thousandths of the font size. */
  advance(letter: string): number
  /** The height above the baseline, and the depth below it, as fractions of the font size. */
  ascent: number
  descent: number
  /** Returns path data of a text that starts at `x` with its baseline at `y`. */
  outline(text: string, x: number, y: number, size: number): string
}

/** Opens a .ttf, .otf or .woff font from its bytes. opentype.js does not support .woff2. */
export function openTypeface(bytes: Uint8Array): Typeface {
  const font = opentype.parse(new Uint8Array(bytes).buffer)
  return {
    ascent: font.ascender / font.unitsPerEm,
    descent: -font.descender / font.unitsPerEm,
    width: (text, size) => font.getAdvanceWidth(text, size),
    advance: (letter) =>
      Math.round(((font.charToGlyph(letter).advanceWidth ?? 0) * 1000) / font.unitsPerEm),
    outline: (text, x, y, size) =>
      toPathData(font.getPath(text, x, y, size).commands as GlyphCommand[]),
  }
}

/**
 * Returns a function that draws one line of text as a path, centred on `x` with its baseline at `y`. Pictures need no font, because
 * text in them is drawn as paths.
 */
function createTextDrawer(face: Typeface) {
  return (words: string, x: number, y: number, size: number, colour: string): string =>
    `<path d="${face.outline(words, x - face.width(words, size) / 2, y, size)}" fill="${colour}"/>`
}

function openFace(file: string): Typeface {
  return openTypeface(readFileSync(fileURLToPath(file)))
}

/** The font of labels and titles. */
export const displayFont = openFace(
  import.meta.resolve('@fontsource/rammetto-one/files/rammetto-one-latin-400-normal.woff'),
)
export const drawDisplayText = createTextDrawer(displayFont)

/** Draws text in a handwritten font. */
export const drawHandwriting = createTextDrawer(
  openFace(import.meta.resolve('@fontsource/knewave/files/knewave-latin-400-normal.woff')),
)

/** Returns the width of a text at `size` in the font of labels, as a sum of single letters without kerning. */
export function measureDisplayText(words: string, size: number): number {
  let units = 0
  for (const letter of words) units += displayFont.advance(letter)
  return (units / 1000) * size
}

/** Returns the largest font size, at most `largest`, at which the text fits into `width`. */
export function fitFontSize(words: string, width: number, largest: number): number {
  const wide = measureDisplayText(words, 1)
  return wide === 0 ? largest : Math.min(largest, width / wide)
}

/** Breaks a text into at most `most` lines of about the same length. */
export function breakIntoLines(words: string, most: number): string[] {
  const lines: string[] = []
  const rest = words.split(' ')
  for (let left = most; left > 0; left -= 1) {
    const goal = rest.join(' ').length / left
    const row = [rest.shift() ?? '']
    while (rest[0] !== undefined && fits(row, rest[0], goal, left)) row.push(rest.shift() ?? '')
    lines.push(row.join(' '))
  }
  return lines.filter((row) => row !== '')
}

function fits(row: readonly string[], next: string, goal: number, linesLeft: number): boolean {
  const length = row.join(' ').length
  return linesLeft === 1 || Math.abs(length + 1 + next.length - goal) < Math.abs(length - goal)
}

/** Draws lines of text below one another from the top edge `y`, each as large as fits into `width`, at most `largest`. */
export function drawTitleLines(
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
  largest: number,
  colour: string,
): { svg: string; height: number } {
  let svg = ''
  let baseline = y
  for (const words of lines) {
    const size = fitFontSize(words, width, largest)
    baseline += size * 0.8
    svg += drawDisplayText(words, x, baseline, size, colour)
    baseline += size * 0.12
  }
  return { svg, height: baseline - y }
}
