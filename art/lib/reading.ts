import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { LabelPart } from '../../domain/allergens.ts'
import { fontCharacters } from './build-fonts.ts'
import { tenth } from './kit.ts'
import { type Typeface, openTypeface } from './lettering.ts'

/** The font size at which each letter is drawn once; a text scales these letters to its own size. */
const emSize = 100
const leading = 1.24

/** Medium (500) and extra-bold (800) instances of the variable font of running text. */
const [plain, heavy] = [await frozen(500), await frozen(800)]

async function frozen(weight: number): Promise<Typeface> {
  const file = import.meta
    .resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
  const bytes = await readFile(fileURLToPath(file))
  const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
  return openTypeface(await subsetFont(bytes, fontCharacters, options))
}

/** Caches the outlines and widths of letters, because a label is laid out several times until it fits. */
const letters = new Map<string, { outline: string; advance: number }>()

function letterOf(letter: string, strong: boolean) {
  const [key, face] = [`${letter} ${strong}`, strong ? heavy : plain]
  const known = letters.get(key)
  if (known !== undefined) return known
  const outline = face.outline(letter, 0, 0, emSize)
  const measured = { outline, advance: face.width(letter, emSize) }
  letters.set(key, measured)
  return measured
}

/** Returns the width of a text at `size`, in the unit of `size`. */
export function measureTextWidth({ text, strong }: LabelPart, size: number): number {
  const widths = Array.from(text, (letter) => letterOf(letter, strong).advance)
  return (widths.reduce((sum, width) => sum + width, 0) * size) / emSize
}

/**
 * Draws a text on one line that starts at `x` with its baseline at `y`. Each letter is a path of its own, so that `tidySvg` can
 * define repeated letters once.
 */
export function drawTextLine(
  { text, strong }: LabelPart,
  x: number,
  y: number,
  size: number,
  colour: string,
) {
  let left = 0
  const paths = Array.from(text, (letter) => {
    const { outline, advance } = letterOf(letter, strong)
    const at = Math.round(left)
    left += advance
    return `<path${at === 0 ? '' : ` transform="translate(${at})"`} d="${outline}"/>`
  })
  const scale = Math.round((size / emSize) * 10000) / 10000
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}">${paths.join('')}</g>`
}

/** Draws left-aligned text with line breaks; `x` is its left edge and `y` its top. Widths and sizes share one unit. */
export function drawParagraph(
  runs: readonly LabelPart[],
  x: number,
  y: number,
  width: number,
  size: number,
  colour: string,
): { svg: string; height: number } {
  const space = measureTextWidth({ text: ' ', strong: false }, size)
  let svg = ''
  let lines = 0
  let left = Number.POSITIVE_INFINITY
  for (const word of wordsOf(runs)) {
    const widths = word.map((run) => measureTextWidth(run, size))
    if (left + space + widths.reduce((sum, wide) => sum + wide) > x + width) {
      lines += 1
      left = x
    } else left += space
    const baseline = tenth(y + size * 0.82 + (lines - 1) * size * leading)
    word.forEach((run, index) => {
      svg += drawTextLine(run, tenth(left), baseline, size, colour)
      left += widths[index] ?? 0
    })
  }
  return { svg, height: lines * size * leading }
}

/**
 * Splits text in two weights into words. Parts that no space separates are one word: "**fish**)," has a bold and a regular part.
 */
function wordsOf(runs: readonly LabelPart[]): LabelPart[][] {
  const words: LabelPart[][] = [[]]
  for (const { text, strong } of runs)
    text.split(' ').forEach((part, index) => {
      if (index > 0) words.push([])
      if (part !== '') words.at(-1)?.push({ text: part, strong })
    })
  return words.filter(({ length }) => length > 0)
}
