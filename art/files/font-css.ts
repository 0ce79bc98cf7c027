import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type Typeface, typefaceOf } from '../lettering.ts'

interface Face {
  family: string
  role: string
  file: string
  weights?: string
  fallbacks: readonly Fallback[]
}

/** A face of the visitor's own machine that stands in until ours has come. */
interface Fallback {
  family: string
  local: readonly string[]
  /** Advance widths of its letters in thousandths. */
  widths: WidthTable
  /** Which weights it stands in for, and the weight of ours that it is measured against. */
  weights?: string
  measuredAt?: number
}

type WidthTable = Readonly<Record<string, number>>

/** How often each letter occurs in English, in thousandths of running text. */
const frequencies: WidthTable = {
  ' ': 182,
  e: 102,
  t: 75,
  a: 65,
  o: 62,
  i: 57,
  n: 57,
  s: 53,
  h: 50,
  r: 49,
  d: 35,
  l: 33,
  c: 22,
  u: 23,
  m: 20,
  w: 17,
  f: 18,
  g: 16,
  y: 16,
  p: 15,
  b: 13,
  v: 8,
  k: 6,
}

/** Arial, and the faces cut to the same widths. */
const arial = widthTable({ 222: 'il', 278: ' ft', 333: 'r', 500: 'cksvy', 722: 'w', 833: 'm' }, 556)
const arialBold = widthTable(
  { 278: ' il', 333: 'ft', 389: 'r', 556: 'aceksvy', 778: 'w', 889: 'm' },
  611,
)
const arialBlack = widthTable(
  { 333: ' il', 389: 'f', 444: 'rt', 611: 'svy', 944: 'w', 1000: 'm' },
  667,
)
const typewriter = widthTable({}, 600)
/** DejaVu, all that many a Linux has. */
const dejaVu = widthTable(
  {
    278: 'il',
    318: ' ',
    352: 'f',
    392: 't',
    411: 'r',
    521: 's',
    550: 'c',
    592: 'vy',
    818: 'w',
    974: 'm',
  },
  625,
)
const dejaVuBold = widthTable(
  { 343: 'il', 348: ' ', 435: 'f', 478: 't', 493: 'r', 594: 'cs', 652: 'vy', 924: 'w', 1042: 'm' },
  698,
)

function widthTable(groups: Record<number, string>, others: number): WidthTable {
  const widthOf = (letter: string) =>
    Object.entries(groups).find(([, letters]) => letters.includes(letter))?.[0] ?? others
  return Object.fromEntries(
    Object.keys(frequencies).map((letter) => [letter, Number(widthOf(letter))]),
  )
}

const bold = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold', 'Roboto Bold']

const faces: readonly Face[] = [
  {
    family: 'Rammetto One',
    role: 'display',
    file: '@fontsource/rammetto-one/files/rammetto-one-latin-400-normal.woff2',
    fallbacks: [
      { family: 'Display Fallback', local: ['Arial Black', 'Arial-Black'], widths: arialBlack },
      { family: 'Display Fallback Bold', local: bold, widths: arialBold },
      { family: 'Display Fallback Wide', local: ['DejaVu Sans Bold'], widths: dejaVuBold },
    ],
  },
  {
    family: 'Figtree Variable',
    role: 'text',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    weights: '300 900',
    fallbacks: [
      {
        family: 'Text Fallback',
        local: ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Roboto'],
        widths: arial,
        weights: '300 599',
        measuredAt: 400,
      },
      {
        family: 'Text Fallback',
        local: bold,
        widths: arialBold,
        weights: '600 900',
        measuredAt: 700,
      },
      {
        family: 'Text Fallback Wide',
        local: ['DejaVu Sans'],
        widths: dejaVu,
        weights: '300 599',
        measuredAt: 400,
      },
      {
        family: 'Text Fallback Wide',
        local: ['DejaVu Sans Bold'],
        widths: dejaVuBold,
        weights: '600 900',
        measuredAt: 700,
      },
    ],
  },
  {
    family: 'Knewave',
    role: 'marker',
    file: '@fontsource/knewave/files/knewave-latin-400-normal.woff2',
    fallbacks: [
      {
        family: 'Marker Fallback',
        local: ['Arial Bold Italic', 'Arial-BoldItalicMT', 'Liberation Sans Bold Italic'],
        widths: arialBold,
      },
      {
        family: 'Marker Fallback Wide',
        local: ['DejaVu Sans Bold Oblique'],
        widths: dejaVuBold,
      },
    ],
  },
  {
    family: 'VT323',
    role: 'telly',
    file: '@fontsource/vt323/files/vt323-latin-400-normal.woff2',
    fallbacks: [
      {
        family: 'Telly Fallback',
        local: [
          'Courier New',
          'CourierNewPSMT',
          'Liberation Mono',
          'Roboto Mono',
          'Menlo',
          'DejaVu Sans Mono',
        ],
        widths: typewriter,
      },
    ],
  },
]

/**
 * The @font-face rules of the shop. Each face has a stand-in from the visitor's machine, stretched to the
 * same width and height, so that nothing moves when ours arrives.
 */
export async function fontCss(): Promise<string> {
  const rules: string[] = []
  for (const face of faces) {
    rules.push(ownRule(face))
    for (const fallback of face.fallbacks) rules.push(await fallbackRule(face, fallback))
  }
  return rules.join('\n')
}

function ownRule({ family, role, weights = '400' }: Face): string {
  return rule({
    'font-family': `'${family}'`,
    src: `url('/generated/fonts/${role}.woff2') format('woff2')`,
    'font-weight': weights,
    'font-style': 'normal',
    'font-display': 'swap',
  })
}

async function fallbackRule(face: Face, fallback: Fallback): Promise<string> {
  const font = await openFace(face.file, fallback.measuredAt)
  const scale =
    averageWidth((letter) => font.width(letter, 1000)) /
    averageWidth((letter) => fallback.widths[letter] ?? 0)
  return rule({
    'font-family': `'${fallback.family}'`,
    src: fallback.local.map((name) => `local('${name}')`).join(', '),
    'font-weight': fallback.weights ?? '400',
    'size-adjust': percent(scale),
    'ascent-override': percent(font.ascent / scale),
    'descent-override': percent(font.descent / scale),
    'line-gap-override': '0%',
  })
}

async function openFace(file: string, weight: number | undefined): Promise<Typeface> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(file)))
  const variationAxes: Record<string, number> = weight === undefined ? {} : { wght: weight }
  return typefaceOf(
    await subsetFont(bytes, Object.keys(frequencies).join(''), {
      targetFormat: 'sfnt',
      variationAxes,
    }),
  )
}

function averageWidth(widthOf: (letter: string) => number): number {
  let sum = 0
  let weight = 0
  for (const [letter, share] of Object.entries(frequencies)) {
    sum += widthOf(letter) * share
    weight += share
  }
  return sum / weight
}

function percent(share: number): string {
  return `${Math.round(share * 10000) / 100}%`
}

function rule(declarations: Record<string, string>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`)
  return `@font-face {\n${lines.join('')}}\n`
}
