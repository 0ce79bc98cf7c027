import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as Opentype from 'opentype.js'
import type { Lettering } from '../lettering.ts'
import { writePath, type GlyphCommand } from './path-writer.ts'

// Its package offers Node no ES module.
const opentype: typeof Opentype = createRequire(import.meta.url)('opentype.js')

/** A face whose words can be measured and turned into paths. Sizes and widths share one unit. */
export interface LetteringFont {
  width(text: string, size: number): number
  /** Height above and depth below the base line, as shares of the size. */
  ascent: number
  descent: number
  /** Path data of the words, beginning at `x` and standing on `y`. */
  outline(text: string, x: number, y: number, size: number): string
}

const labelFaces = {
  rammetto: import.meta
    .resolve('@fontsource/rammetto-one/files/rammetto-one-latin-400-normal.woff'),
  knewave: import.meta.resolve('@fontsource/knewave/files/knewave-latin-400-normal.woff'),
} as const

/** Reads a face that pictures are lettered in; it is the .woff that is read, for opentype.js knows no woff2. */
export function loadFace(name: keyof typeof labelFaces): LetteringFont {
  return fontFrom(readFileSync(fileURLToPath(labelFaces[name])))
}

/** Opens a font from the bytes of a .ttf, .otf or .woff file. */
export function fontFrom(bytes: Uint8Array): LetteringFont {
  const font = opentype.parse(new Uint8Array(bytes).buffer)
  return {
    ascent: font.ascender / font.unitsPerEm,
    descent: -font.descender / font.unitsPerEm,
    width: (text, size) => font.getAdvanceWidth(text, size),
    outline: (text, x, y, size) =>
      writePath(font.getPath(text, x, y, size).commands as GlyphCommand[]),
  }
}

/** Lettering that needs no font where it is shown: every word is a path. */
export function outlinedLettering(font: LetteringFont): Lettering {
  return (words, x, y, size, colour) =>
    `<path d="${font.outline(words, x - font.width(words, size) / 2, y, size)}" fill="${colour}"/>`
}
