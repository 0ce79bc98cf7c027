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

/** A word, or part of one, with what stands before it on the line. */
interface Piece extends Run {
  /** True where a line may break before it. */
  spaced: boolean
}

/** Two weights of the reading face, frozen from its variable font. */
const [plain, heavy] = await Promise.all([500, 800].map(frozen))

async function frozen(weight: number): Promise<Typeface> {
  const file = import.meta
    .resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
  const bytes = await readFile(fileURLToPath(file))
  const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
  return typefaceOf(await subsetFont(bytes, characters, options))
}

/** Measuring is slow and a label is set several times until it fits, so each letter is measured once. */
const advances = new Map<string, number>()

/**
 * Text as references to glyphs that a file defines once: a label has hundreds of letters. Each file needs a sheet of
 * its own. Widths and sizes share one unit.
 */
export class GlyphSheet {
  readonly #used = new Map<string, string>()

  width(text: string, size: number, bold: boolean): number {
    const widths = Array.from(text, (letter) => advanceOf(letter, bold))
    return (widths.reduce((sum, width) => sum + width, 0) * size) / emSize
  }

  set(text: string, x: number, y: number, size: number, bold: boolean, colour: string): string {
    let left = 0
    const glyphs = Array.from(text, (letter) => {
      const id = idOf(letter, bold)
      if (!this.#used.has(id)) this.#used.set(id, faceOf(bold).outline(letter, 0, 0, emSize))
      const at = Math.round(left)
      left += advanceOf(letter, bold)
      return `<use href="#${id}"${at === 0 ? '' : ` x="${at}"`}/>`
    })
    const scale = Math.round((size / emSize) * 10000) / 10000
    return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}">${glyphs.join('')}</g>`
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
    const lines = this.#brokenLines(piecesOf(runs), width, size)
    const step = size * leading
    const svg = lines.map((line, index) =>
      this.#lineOf(line, x, tenth(y + size * 0.82 + index * step), size, colour),
    )
    return { svg: svg.join(''), height: lines.length * step }
  }

  /** Definitions of every glyph that has been set so far. */
  definitions(): string {
    return [...this.#used].map(([id, path]) => `<path id="${id}" d="${path}"/>`).join('')
  }

  /** Pieces that touch stay together: "**fish**)," is one word in two weights. */
  #brokenLines(pieces: readonly Piece[], width: number, size: number): Piece[][] {
    const lines: Piece[][] = []
    let used = 0
    for (const word of wordsOf(pieces)) {
      const wide = word.reduce((sum, piece) => sum + this.width(piece.text, size, piece.bold), 0)
      const space = this.width(' ', size, false)
      const current = lines.at(-1)
      if (current === undefined || used + space + wide > width) {
        lines.push([...word])
        used = wide
      } else {
        current.push(...word)
        used += space + wide
      }
    }
    return lines
  }

  #lineOf(line: readonly Piece[], x: number, y: number, size: number, colour: string): string {
    let left = x
    let svg = ''
    line.forEach((piece, index) => {
      if (piece.spaced && index > 0) left += this.width(' ', size, false)
      svg += this.set(piece.text, tenth(left), y, size, piece.bold, colour)
      left += this.width(piece.text, size, piece.bold)
    })
    return svg
  }
}

function faceOf(bold: boolean): Typeface {
  const face = bold ? heavy : plain
  if (face === undefined) throw new Error('the reading face has not been opened')
  return face
}

function idOf(letter: string, bold: boolean): string {
  return `${bold ? 'b' : 'r'}${letter.codePointAt(0)?.toString(36)}`
}

function advanceOf(letter: string, bold: boolean): number {
  const id = idOf(letter, bold)
  const width = advances.get(id) ?? faceOf(bold).width(letter, emSize)
  advances.set(id, width)
  return width
}

function piecesOf(runs: readonly Run[]): Piece[] {
  let spaced = true
  return runs.flatMap(({ text, bold }) =>
    text.split(/( )/).flatMap((part) => {
      if (part === ' ' || part === '') {
        spaced ||= part === ' '
        return []
      }
      const piece = { text: part, bold, spaced }
      spaced = false
      return [piece]
    }),
  )
}

function wordsOf(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = []
  for (const piece of pieces) {
    if (piece.spaced || words.length === 0) words.push([piece])
    else words.at(-1)?.push(piece)
  }
  return words
}
