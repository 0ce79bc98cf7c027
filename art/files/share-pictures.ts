import { title, type Lettering } from '../lettering.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { rays } from '../patterns/tiles.ts'
import { stickers, type StickerSlug } from '../stickers.ts'
import { type Page, pages } from '../../app/content/pages.ts'
import { sharePicture } from '../../app/content/share-picture.ts'
import type { SeedProduct } from '../../supabase/seed/seed-product.ts'
import type { Brand } from './brand.ts'
import { glyphText, type ReadingFonts } from './glyph-text.ts'
import { palettePng } from './palette-png.ts'
import type { PictureFile } from './picture.ts'
import { placedSticker, poster } from './poster.ts'
import { shareArtOf } from './share-art.ts'
import { svgToPixels } from './svg-to-png.ts'

const size = { width: 1200, height: 630 } as const
const colours = 80
const largestText = 34

/** The hands that letter a share picture. */
export interface ShareType {
  lettering: Lettering
  marker: Lettering
  reading: ReadingFonts
}

type SharedProduct = Pick<SeedProduct, 'slug' | 'name' | 'tagline' | 'tint'>

/** A share picture before it becomes a PNG. */
interface ShareSheet {
  /** Below public/generated. */
  path: string
  svg: string
}

/** The pictures that other sites show beside a link: one for each page and product, 1200 x 630 (Open Graph). */
export function sharePictures(
  type: ShareType,
  brand: Brand,
  products: readonly SharedProduct[],
): PictureFile[] {
  return shareSheets(type, brand, products).map(toPng)
}

export function toPng({ path, svg }: ShareSheet): PictureFile {
  return { path, contents: palettePng(svgToPixels(svg, size.width), colours) }
}

export function shareSheets(
  type: ShareType,
  brand: Brand,
  products: readonly SharedProduct[],
): ShareSheet[] {
  const entries: [name: string, page: Page][] = Object.entries(pages)
  const ofPages = entries.flatMap(([name, { path, share }]) => {
    if (share === undefined) return []
    const { field, rays, draw } = shareArtOf(name)
    const art = draw(type.lettering, type.marker)
    const svg = sheet({ ...share, field, rays, art }, type, brand)
    return [{ path: sharePicture(path).replace('/generated/', ''), svg }]
  })
  return [...ofPages, ...products.map((product) => productSheet(product, type, brand))]
}

function productSheet(product: SharedProduct, type: ShareType, brand: Brand): ShareSheet {
  const { slug, name, tagline, tint } = product
  if (!isSticker(slug)) throw new RangeError(`there is no drawing of ${slug}`)
  const art = placedSticker(slug, type.lettering, { x: 910, y: 316, width: 490, turn: 5 })
  const lines = inLines(name.toUpperCase())
  const field = palette[tint]
  const svg = sheet({ lines, text: tagline, field, rays: palette.milk, art }, type, brand)
  return { path: `share/${slug}.png`, svg }
}

function isSticker(slug: string): slug is StickerSlug {
  return Object.hasOwn(stickers, slug)
}

/** Words in lines of about the same length, three at most. */
export function inLines(words: string): string[] {
  const longest = Math.max(9, Math.ceil(words.length / 3) + 2)
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= longest)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

interface Sheet {
  lines: readonly string[]
  text: string
  field: string
  rays: string
  art: string
}

function sheet(
  { lines, text, field, rays: light, art }: Sheet,
  { lettering, reading }: ShareType,
  { mark }: Brand,
): string {
  const heading = title(lines, 318, 0, 500, 104, palette.ink, lettering)
  const glyphs = glyphText(reading)
  const words = sentence(text, glyphs.type)
  const top = (size.height - heading.height - words.height) / 2 - 34
  return poster(
    { ...size, field },
    `<defs>${glyphs.definitions()}</defs>` +
      `<g transform="translate(290 -300) scale(2)" opacity=".55">${rays(light, 12)}</g>${art}` +
      `<g transform="translate(0 ${top})">${heading.svg}</g>` +
      `<g transform="translate(0 ${top + heading.height})">${words.svg}</g>` +
      `<svg x="56" y="504" width="330" height="90" viewBox="${mark.viewBox}">${mark.body}</svg>`,
  )
}

/** Centred under the title, in two lines where one is too wide. */
function sentence(
  text: string,
  type: ReturnType<typeof glyphText>['type'],
): { svg: string; height: number } {
  const lines = type.width(text, largestText, true) <= 520 ? [text] : halves(text)
  const widest = Math.max(...lines.map((line) => type.width(line, largestText, true)))
  const fontSize = Math.min(largestText, (largestText * 540) / widest)
  const svg = lines.map((line, index) => {
    const left = 318 - type.width(line, fontSize, true) / 2
    return type.set(line, Math.round(left), 46 + index * 44, fontSize, true, palette.ink)
  })
  return { svg: svg.join(''), height: 10 + lines.length * 44 }
}

function halves(text: string): string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const middle = spaces.toSorted(
    (a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2),
  )[0]
  return middle === undefined ? [text] : [text.slice(0, middle), text.slice(middle + 1)]
}
