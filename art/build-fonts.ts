import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { nameIds, withFontNames } from './files/font-names.ts'

export interface Face {
  /** The part that the face plays: the name of its file below `fonts`. */
  role: 'display' | 'text' | 'marker' | 'telly'
  family: string
  /** Address of a file in the folder of its package, below the licence. */
  file: string
  weights?: string
  /** What the subset is called where the makers of the face have reserved its own name. */
  ownName?: string
}

export const faces: readonly Face[] = [
  {
    role: 'display',
    family: 'Rammetto One',
    file: import.meta.resolve('@fontsource/rammetto-one/files/rammetto-one-latin-400-normal.woff2'),
    ownName: 'Yalright Display',
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

/** Every letter and sign that the shop sets in its own faces; a face may lack the rarer ones. */
export const characters = basicLatin + signs + accents

const features = ['kern', 'mark', 'ccmp', 'liga', 'tnum']

/** Cuts the faces to what the shop sets and writes them, with their licences, to `fonts` below `outDir`. */
export async function buildFonts(outDir: string): Promise<void> {
  const folder = join(outDir, 'fonts')
  await mkdir(folder, { recursive: true })
  for (const { role, file, ownName } of faces) {
    const source = fileURLToPath(file)
    const licence = join(dirname(source), '..', 'LICENSE')
    const [copyright = ''] = (await readFile(licence, 'utf8')).split('\n', 1)
    const font = await subsetFace(await readFile(source), ownName, copyright)
    await writeFile(join(folder, `${role}.woff2`), font)
    await copyFile(licence, join(folder, `${role}-OFL.txt`))
  }
}

async function subsetFace(
  original: Buffer,
  ownName: string | undefined,
  copyright: string,
): Promise<Uint8Array> {
  const options = { keepFeatures: features, noHinting: true }
  if (ownName === undefined) {
    return subsetFont(original, characters, { ...options, targetFormat: 'woff2' })
  }
  const plain = await subsetFont(original, characters, { ...options, targetFormat: 'sfnt' })
  const renamed = withFontNames(plain, namesFor(ownName, copyright))
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
