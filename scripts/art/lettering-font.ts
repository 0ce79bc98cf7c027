import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import opentype from 'opentype.js'
import { writePath, type GlyphCommand } from './path-writer.ts'

/** A face whose words can be measured and turned into paths. Sizes and widths share one unit. */
export interface LetteringFont {
  width(text: string, size: number): number
  outline(text: string, x: number, y: number, size: number): string
}

/** Faces that pictures are lettered in; the .woff is read because opentype.js knows no woff2. */
const faceFiles = {
  rammetto: '@fontsource/rammetto-one/files/rammetto-one-latin-400-normal.woff',
} as const

/** Reads the display face of the labels from the installed font package. */
export function loadRammetto(): LetteringFont {
  const file = fileURLToPath(import.meta.resolve(faceFiles.rammetto))
  const bytes = readFileSync(file)
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  return {
    width: (text, size) => font.getAdvanceWidth(text, size),
    outline: (text, x, y, size) =>
      writePath(font.getPath(text, x, y, size).commands as GlyphCommand[]),
  }
}
