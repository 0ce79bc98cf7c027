import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

export interface FontSource {
  /** The purpose of the typeface, and the name of its font file in the output folder `fonts`. */
  role: 'display' | 'text' | 'marker' | 'telly'
  family: string
  /** The URL of the font file in its npm package. */
  file: string
  weights?: string
  /** The font name that its licence reserves for the unchanged font, and the name of our subset, which has the same length. */
  reserved?: readonly [name: string, instead: string]
}

export const fontSources: readonly FontSource[] = [
  {
    role: 'display',
    family: 'Rammetto One',
    file: import.meta.resolve('@fontsource/rammetto-one/files/rammetto-one-latin-400-normal.woff2'),
    reserved: ['Rammetto One', 'Yalright One'],
  },
  {
    role: 'text',
    family: 'Figtree Variable',
    file: import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    weights: '300 900',
  },
  {
    role: 'marker',
    family: 'Knewave',
    file: import.meta.resolve('@fontsource/knewave/files/knewave-latin-400-normal.woff2'),
  },
  {
    role: 'telly',
    family: 'VT323',
    file: import.meta.resolve('@fontsource/vt323/files/vt323-latin-400-normal.woff2'),
  },
]

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
).join('')
const signs = '\u00a0£€©‘’“”–—…·•×°½¼¾−↑→↓←✓'
const accents = 'ÀÁÂÄÆÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜàáâäæçèéêëíîïñóôöøùúûüœŒßåÅ'

/** All characters that the subset fonts contain. A source font may lack some of the rarer ones. */
export const fontCharacters = basicLatin + signs + accents

const features = ['kern', 'mark', 'ccmp', 'liga', 'tnum']

/** Subsets the fonts to `fontCharacters` and writes them, with their licences, to `fonts` below `outDir`. */
export async function buildFonts(outDir: string): Promise<void> {
  const folder = join(outDir, 'fonts')
  await mkdir(folder, { recursive: true })
  for (const { role, file, reserved } of fontSources) {
    const source = fileURLToPath(file)
    const options = { keepFeatures: features, noHinting: true, targetFormat: 'sfnt' } as const
    const cut = await subsetFont(await readFile(source), fontCharacters, options)
    const named = reserved === undefined ? cut : renamed(cut, ...reserved)
    const whole = { keepAllGlyphs: true, targetFormat: 'woff2' } as const
    await writeFile(join(folder, `${role}.woff2`), await subsetFont(named, undefined, whole))
    await copyFile(join(dirname(source), '..', 'LICENSE'), join(folder, `${role}-OFL.txt`))
  }
}

/**
 * Replaces the name of a font, because its licence forbids to use a reserved name for a changed font (https://openfontlicense.org,
 * clause 3). The new name has the same length, so that no offsets in the file change; the checksums are recalculated when the font
 * is written as woff2.
 */
function renamed(font: Buffer, name: string, instead: string): Buffer {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1')
  const squeezed = (text: string) => text.replaceAll(' ', '')
  const changed = font
    .toString('latin1')
    .replaceAll(utf16(name), utf16(instead))
    .replaceAll(utf16(squeezed(name)), utf16(squeezed(instead)))
  return Buffer.from(changed, 'latin1')
}
