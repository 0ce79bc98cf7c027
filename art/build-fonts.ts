import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { nameIds, withFontNames } from './files/font-names.ts'

interface Face {
  /** Name of the file below `fonts`, by the part that the face plays. */
  role: string
  /** Address of a file in the folder of the font's package. */
  source: string
  file: string
  /** What the subset is called where the makers of the face have reserved its own name. */
  ownName?: string
}

const faces: readonly Face[] = [
  {
    role: 'display',
    source: import.meta.resolve('@fontsource/rammetto-one/package.json'),
    file: 'rammetto-one-latin-400-normal.woff2',
    ownName: 'Yalright Display',
  },
  {
    role: 'text',
    source: import.meta.resolve('@fontsource-variable/figtree/package.json'),
    file: 'figtree-latin-wght-normal.woff2',
  },
  {
    role: 'marker',
    source: import.meta.resolve('@fontsource/knewave/package.json'),
    file: 'knewave-latin-400-normal.woff2',
  },
  {
    role: 'telly',
    source: import.meta.resolve('@fontsource/vt323/package.json'),
    file: 'vt323-latin-400-normal.woff2',
  },
]

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
).join('')
const signs = '\u00a0£€©‘’“”–—…·•×°½¼¾−↑→↓←✓'
const accents = 'ÀÁÂÄÆÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜàáâäæçèéêëíîïñóôöøùúûüœŒßåÅ'

/** Every letter and sign that the shop sets in its own faces; a face may lack the rarer ones. */
export const characters = basicLatin + signs + accents

const features = ['kern', 'mark', 'ccmp', 'liga', 'tnum']

/** Cuts the faces to what the shop sets and writes them, with their licences, to `fonts` below `outDir`. */
export async function buildFonts(outDir: string): Promise<void> {
  const folder = join(outDir, 'fonts')
  await mkdir(folder, { recursive: true })
  for (const face of faces) {
    const source = dirname(fileURLToPath(face.source))
    const font = await subsetFace(
      face,
      await readFile(join(source, 'files', face.file)),
      await readFile(join(source, 'LICENSE'), 'utf8'),
    )
    await writeFile(join(folder, `${face.role}.woff2`), font)
    await copyFile(join(source, 'LICENSE'), join(folder, `${face.role}-OFL.txt`))
  }
}

async function subsetFace(
  { ownName }: Face,
  original: Buffer,
  licence: string,
): Promise<Uint8Array> {
  const options = { keepFeatures: features, noHinting: true }
  if (ownName === undefined) {
    return subsetFont(original, characters, { ...options, targetFormat: 'woff2' })
  }
  const plain = await subsetFont(original, characters, { ...options, targetFormat: 'sfnt' })
  const renamed = withFontNames(plain, namesFor(ownName, licence.split('\n', 1).join('')))
  return subsetFont(Buffer.from(renamed), undefined, {
    keepAllGlyphs: true,
    preserveNameIds: Object.values(nameIds),
    targetFormat: 'woff2',
  })
}

function namesFor(family: string, copyright: string): Map<number, string> {
  return new Map([
    [nameIds.copyright, copyright],
    [nameIds.family, family],
    [nameIds.style, 'Regular'],
    [nameIds.unique, `${family} Regular`],
    [nameIds.full, family],
    [nameIds.version, 'Version 1.000'],
    [nameIds.postScript, `${family.replaceAll(' ', '')}-Regular`],
    [nameIds.licence, 'Licensed under the SIL Open Font License, Version 1.1'],
    [nameIds.licenceUrl, 'https://openfontlicense.org'],
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildFonts(join(import.meta.dirname, '..', 'public', 'generated'))
}
