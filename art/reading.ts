import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { characters } from './build-fonts.ts'
import { tenth } from './kit.ts'
import { type Typeface, typefaceOf } from './lettering.ts'

/** Glyphs are defined this large and scaled where they are used. */
const emSize = 100
const leading = 1.24

/** A stretch of text of one weight. */
export interface Run {
  text: string
  bold: boolean
}

/** Two weights of the reading face, frozen from its variable font. */
const [plain, heavy] = [await frozen(500), await frozen(800)]

async function frozen(weight: number): Promise<Typeface> {
  const file = import.meta
    .resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
  const bytes = await readFile(fileURLToPath(file))
  const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
  return typefaceOf(await subsetFont(bytes, characters, options))
}

interface Glyph {
  id: string
  outline: string
  advance: number
}

/** Measuring is slow and a label is set several times until it fits, so each letter is measured once. */
const glyphs = new Map<string, Glyph>()

function glyphOf(letter: string, bold: boolean): Glyph {
  const id = `${bold ? 'b' : 'r'}${letter.codePointAt(0)?.toString(36)}`
  const known = glyphs.get(id)
  if (known !== undefined) return known
  const face = bold ? heavy : plain
  const outline = face.outline(letter, 0, 0, emSize)
  const glyph = { id, outline, advance: face.width(letter, emSize) }
  glyphs.set(id, glyph)
  return glyph
}

/**
 * Text as references to glyphs that a file defines once: a label has hundreds of letters. Each file needs a sheet of
 * its own. Widths and sizes share one unit.
 */
export class GlyphSheet {
  readonly #used = new Set<Glyph>()

  width(text: string, size: number, bold: boolean): number {
    const widths = Array.from(text, (letter) => glyphOf(letter, bold).advance)
    return (widths.reduce((sum, width) => sum + width, 0) * size) / emSize
  }

  set(text: string, x: number, y: number, size: number, bold: boolean, colour: string): string {
    let left = 0
    const uses = Array.from(text, (letter) => {
      const glyph = glyphOf(letter, bold)
      this.#used.add(glyph)
      const at = Math.round(left)
      left += glyph.advance
      return `<use href="#${glyph.id}"${at === 0 ? '' : ` x="${at}"`}/>`
    })
    const scale = Math.round((size / emSize) * 10000) / 10000
    return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}">${uses.join('')}</g>`
  }

  /** Sets running text ragged right from `x`; `y` is the top. */
  paragraph(
    runs: readonly Run[],
    x: number,
    y: number,
    width: number,
    size: number,
    colour: string,
  ): { svg: string; height: number } {
    const lines = this.#brokenLines(wordsOf(runs), width, size)
    const step = size * leading
    const svg = lines.map((line, index) =>
      this.#lineOf(line, x, tenth(y + size * 0.82 + index * step), size, colour),
    )
    return { svg: svg.join(''), height: lines.length * step }
  }

  /** Definitions of every glyph that has been set so far. */
  definitions(): string {
    return [...this.#used].map(({ id, outline }) => `<path id="${id}" d="${outline}"/>`).join('')
  }

  #brokenLines(words: readonly Run[][], width: number, size: number): Run[][][] {
    const lines: Run[][][] = []
    let used = 0
    for (const word of words) {
      const wide = word.reduce((sum, { text, bold }) => sum + this.width(text, size, bold), 0)
      const space = this.width(' ', size, false)
      const current = lines.at(-1)
      if (current === undefined || used + space + wide > width) {
        lines.push([word])
        used = wide
      } else {
        current.push(word)
        used += space + wide
      }
    }
    return lines
  }

  #lineOf(words: readonly Run[][], x: number, y: number, size: number, colour: string): string {
    let left = x
    let svg = ''
    words.forEach((word, index) => {
      if (index > 0) left += this.width(' ', size, false)
      for (const { text, bold } of word) {
        svg += this.set(text, tenth(left), y, size, bold, colour)
        left += this.width(text, size, bold)
      }
    })
    return svg
  }
}

/** Runs that touch are one word: "**fish**)," has two weights. */
function wordsOf(runs: readonly Run[]): Run[][] {
  const words: Run[][] = [[]]
  for (const { text, bold } of runs)
    text.split(' ').forEach((part, index) => {
      if (index > 0) words.push([])
      if (part !== '') words.at(-1)?.push({ text: part, bold })
    })
  return words.filter(({ length }) => length > 0)
}
