import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { fontSources, type FontSource } from '../../art/lib/build-fonts.ts'
import { type Typeface, openTypeface } from '../../art/lib/lettering.ts'

/**
 * The letters whose average advance width is taken as that of running text; `shares` has the frequency of each letter in English
 * text, in thousandths.
 */
const letters = ' etaoinshrdlcumwfgypbvk'
const shares = [
  182, 102, 75, 65, 62, 57, 57, 53, 50, 49, 35, 33, 22, 23, 20, 17, 18, 16, 16, 15, 13, 8, 6,
]

/**
 * Advance widths of a font's letters in thousandths of the font size: `named` maps a width to the letters that have it,
 * and `others` is the width of all other letters.
 */
type Widths = readonly [named: Readonly<Record<number, string>>, others: number]

/**
 * The widths of the local fonts that may serve as fallback: Arial and fonts with the same metrics, a monospaced font,
 * and DejaVu, which is the only font of many Linux systems.
 */
const arial: Widths = [{ 222: 'il', 278: ' ft', 333: 'r', 500: 'cksvy', 722: 'w', 833: 'm' }, 556]
const arialBold: Widths = [
  { 278: ' il', 333: 'ft', 389: 'r', 556: 'aceksvy', 778: 'w', 889: 'm' },
  611,
]
const arialBlack: Widths = [
  { 333: ' il', 389: 'f', 444: 'rt', 611: 'svy', 944: 'w', 1000: 'm' },
  667,
]
const typewriter: Widths = [{}, 600]
const dejaVu: Widths = [
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
]
const dejaVuBold: Widths = [
  { 343: 'il', 348: ' ', 435: 'f', 478: 't', 493: 'r', 594: 'cs', 652: 'vy', 924: 'w', 1042: 'm' },
  698,
]

/**
 * A local font of the visitor's computer, shown until the web font has loaded. `weights` is only given when the web
 * font has several weights.
 */
type Fallback = readonly [family: string, widths: Widths, local: string, weights?: Weights]
/**
 * The range of weights that the fallback replaces, and the weight of the web font with which the fallback is compared.
 */
type Weights = readonly [range: string, measuredAt: number]

const light: Weights = ['300 599', 400]
const heavy: Weights = ['600 900', 700]
const bold = 'Arial Bold, Arial-BoldMT, Liberation Sans Bold, Arimo Bold, Roboto Bold'
const boldItalic = 'Arial Bold Italic, Arial-BoldItalicMT, Liberation Sans Bold Italic'
const mono = 'Courier New, CourierNewPSMT, Liberation Mono, Roboto Mono, Menlo, DejaVu Sans Mono'

const fallbacks: Record<FontSource['role'], readonly Fallback[]> = {
  display: [
    ['Display Fallback', arialBlack, 'Arial Black, Arial-Black'],
    ['Display Fallback Bold', arialBold, bold],
    ['Display Fallback Wide', dejaVuBold, 'DejaVu Sans Bold'],
  ],
  text: [
    ['Text Fallback', arial, 'Arial, ArialMT, Liberation Sans, Arimo, Roboto', light],
    ['Text Fallback', arialBold, bold, heavy],
    ['Text Fallback Wide', dejaVu, 'DejaVu Sans', light],
    ['Text Fallback Wide', dejaVuBold, 'DejaVu Sans Bold', heavy],
  ],
  marker: [
    ['Marker Fallback', arialBold, boldItalic],
    ['Marker Fallback Wide', dejaVuBold, 'DejaVu Sans Bold Oblique'],
  ],
  telly: [['Telly Fallback', typewriter, mono]],
}

/**
 * Returns the @font-face rules of the shop. Each face has a fallback from the visitor's machine, scaled to the same width and
 * height, so that the layout does not shift when the web font arrives.
 */
export async function createFontCss(): Promise<string> {
  const rules: string[] = []
  for (const face of fontSources) {
    rules.push(
      rule({
        'font-family': `'${face.family}'`,
        src: `url('/generated/fonts/${face.role}.woff2') format('woff2')`,
        ...(face.weights && { 'font-weight': face.weights }),
        'font-display': 'swap',
      }),
    )
    for (const fallback of fallbacks[face.role]) rules.push(await fallbackRule(face, fallback))
  }
  return rules.join('\n')
}

async function fallbackRule(
  { file }: FontSource,
  [family, [named, others], local, weights]: Fallback,
): Promise<string> {
  const font = await openFace(file, weights?.[1])
  const widthOf = (letter: string) =>
    Object.entries(named).find(([, some]) => some.includes(letter))?.[0] ?? others
  const scale =
    averageWidth((letter) => font.width(letter, 1000)) /
    averageWidth((letter) => Number(widthOf(letter)))
  const names = local.split(', ').map((name) => `local('${name}')`)
  return rule({
    'font-family': `'${family}'`,
    src: names.join(', '),
    ...(weights && { 'font-weight': weights[0] }),
    'size-adjust': percent(scale),
    'ascent-override': percent(font.ascent / scale),
    'descent-override': percent(font.descent / scale),
    'line-gap-override': '0%',
  })
}

async function openFace(file: string, weight: number | undefined): Promise<Typeface> {
  const bytes = await readFile(fileURLToPath(file))
  const variationAxes: Record<string, number> = weight === undefined ? {} : { wght: weight }
  return openTypeface(await subsetFont(bytes, letters, { targetFormat: 'sfnt', variationAxes }))
}

function averageWidth(widthOf: (letter: string) => number): number {
  const widths = Array.from(letters, (letter, index) => widthOf(letter) * (shares[index] ?? 0))
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  return sum(widths) / sum(shares)
}

function percent(share: number): string {
  return `${Math.round(share * 10000) / 100}%`
}

function rule(declarations: Record<string, string>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`)
  return `@font-face {\n${lines.join('')}}\n`
}
