import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { ReadingType } from '../views/back-label.ts'
import { characters } from '../build-fonts.ts'
import { type Typeface, typefaceOf } from '../lettering.ts'

/** Glyphs are defined this large and scaled where they are used. */
const emSize = 100

export interface ReadingFonts {
  plain: Typeface
  bold: Typeface
}

/** Text as references to glyphs that a file defines once: a label has hundreds of letters. */
export interface GlyphText {
  type: ReadingType
  /** Definitions of every glyph that has been set so far. */
  definitions(): string
}

/** Two weights of the reading face, frozen from its variable font. */
export async function loadFigtree(): Promise<ReadingFonts> {
  const file = import.meta
    .resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
  const bytes = await readFile(fileURLToPath(file))
  const frozen = async (weight: number) =>
    typefaceOf(
      await subsetFont(bytes, characters, {
        targetFormat: 'sfnt',
        variationAxes: { wght: weight },
      }),
    )
  return { plain: await frozen(500), bold: await frozen(800) }
}

/** Measuring is slow and a label is set several times until it fits, so each letter is measured once. */
const advances = new WeakMap<Typeface, Map<string, number>>()

function advance(font: Typeface, letter: string): number {
  const known = advances.get(font) ?? new Map<string, number>()
  advances.set(font, known)
  const width = known.get(letter) ?? font.width(letter, emSize)
  known.set(letter, width)
  return width
}

/** A fresh sheet of glyphs; each file needs its own. */
export function glyphText({ plain, bold }: ReadingFonts): GlyphText {
  const used = new Map<string, string>()
  const fontOf = (isBold: boolean) => (isBold ? bold : plain)

  function width(text: string, size: number, isBold: boolean): number {
    const font = fontOf(isBold)
    return (letters(text).reduce((sum, letter) => sum + advance(font, letter), 0) * size) / emSize
  }

  function set(text: string, x: number, y: number, size: number, isBold: boolean, colour: string) {
    let left = 0
    const glyphs = letters(text).map((letter) => {
      const id = `${isBold ? 'b' : 'r'}${letter.codePointAt(0)?.toString(36)}`
      if (!used.has(id)) used.set(id, fontOf(isBold).outline(letter, 0, 0, emSize))
      const at = Math.round(left)
      left += advance(fontOf(isBold), letter)
      return `<use href="#${id}"${at === 0 ? '' : ` x="${at}"`}/>`
    })
    const scale = Math.round((size / emSize) * 10000) / 10000
    return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}">${glyphs.join('')}</g>`
  }

  function definitions(): string {
    return [...used].map(([id, path]) => `<path id="${id}" d="${path}"/>`).join('')
  }

  return { type: { width, set }, definitions }
}

function letters(text: string): string[] {
  return Array.from(text)
}
