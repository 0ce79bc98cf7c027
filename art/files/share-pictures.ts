import { sharePicture } from '../../app/content/share-picture.ts'
import { type SharePageName, sharePages } from '../../app/content/share.ts'
import type { SeedProduct } from '../../supabase/seed/seed-product.ts'
import { halftonePatterns, palette, roundEndsAttributes } from '../kit.ts'
import { title } from '../lettering.ts'
import { rays } from '../spots/house-spots.ts'
import { pictureFile, pictureViewBox, sticker } from '../sticker.ts'
import { stickers, type StickerSlug, stickerSlugs } from '../stickers.ts'
import { glyphText, type ReadingFonts } from './glyph-text.ts'
import { type Brand, type PictureFile, standalone } from './pictures.ts'
import { palettePng, svgToPixels } from './png.ts'
import { shareArt } from './share-art.ts'
import { tidySvg } from './tidy-svg.ts'

export interface Spot {
  /** Where the middle of the sticker comes to lie. */
  x: number
  y: number
  width: number
  /** Degrees. */
  turn: number
}

/** A picture of its own that stickers are stuck on. */
export function poster(
  { width, height, field }: { width: number; height: number; field: string },
  body: string,
): string {
  return tidySvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${roundEndsAttributes}>` +
      `<defs>${halftonePatterns()}</defs><rect width="${width}" height="${height}" fill="${field}"/>${body}</svg>\n`,
  )
}

export function placedSticker(slug: StickerSlug, { x, y, width, turn }: Spot): string {
  const height = width * 1.2
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn})"><svg x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" viewBox="${pictureViewBox}">` +
    `${sticker(stickers[slug])}</svg></g>`
  )
}

/** Twice the size at which mails show them, so that they stay sharp. */
const sizes = { sticker: 144, wordmark: 412, awning: 1200, welcome: 1120 } as const

/** Pictures for mails: small PNGs, for mail programs show no SVG. */
export function mailPictures(brand: Brand): PictureFile[] {
  const png = (name: string, svg: string, width: number, colours = 96): PictureFile => ({
    path: `mail/${name}.png`,
    contents: palettePng(svgToPixels(svg, width), colours),
  })
  return [
    ...stickerSlugs.map((slug) => png(slug, pictureFile(sticker(stickers[slug])), sizes.sticker)),
    png('wordmark', standalone(brand.mark), sizes.wordmark, 32),
    png('awning', awningStrip(), sizes.awning, 16),
    png('welcome', welcomeHero(), sizes.welcome, 160),
  ]
}

function awningStrip(): string {
  const scallops = Array.from({ length: 25 }, (_, index) => {
    const colour = index % 2 === 0 ? palette.coral : palette.milk
    return `<path d="M${index * 24} 0h24v4a12 10 0 0 1-24 0Z" fill="${colour}" stroke="${palette.ink}" stroke-width="2"/>`
  })
  return standalone({ viewBox: '0 0 600 16', body: scallops.join('') })
}

/** Three stickers in front of the sun. */
function welcomeHero(): string {
  return poster(
    { width: 1120, height: 520, field: palette.blush },
    `<circle cx="560" cy="320" r="230" fill="${palette.cheddar}"/>` +
      placedSticker('apple-terror-sauce', { x: 290, y: 256, width: 307, turn: -10 }) +
      placedSticker('miss-marmalade-chilli-jam', {
        x: 838,
        y: 262,
        width: 318,
        turn: 9,
      }) +
      placedSticker('nashville-chilli-crisp', { x: 560, y: 246, width: 367, turn: -3 }),
  )
}

const size = { width: 1200, height: 630 } as const
const colours = 80
const largestText = 34

type SharedProduct = Pick<SeedProduct, 'slug' | 'name' | 'tagline' | 'tint'>

/** A share picture before it becomes a PNG. */
interface ShareSheet {
  /** Below public/generated. */
  path: string
  svg: string
}

/** The pictures that other sites show beside a link: one for each page and product, 1200 x 630 (Open Graph). */
export function sharePictures(
  reading: ReadingFonts,
  brand: Brand,
  products: readonly SharedProduct[],
): PictureFile[] {
  return shareSheets(reading, brand, products).map(toPng)
}

export function toPng({ path, svg }: ShareSheet): PictureFile {
  return { path, contents: palettePng(svgToPixels(svg, size.width), colours) }
}

export function shareSheets(
  reading: ReadingFonts,
  brand: Brand,
  products: readonly SharedProduct[],
): ShareSheet[] {
  const pages = Object.entries(sharePages).map(([name, { path, lines, text }]) => {
    const { field, rays, draw } = shareArt[name as SharePageName]
    const art = draw()
    const svg = sheet({ lines, text, field, rays, art }, reading, brand)
    return { path: sharePicture(path).replace('/generated/', ''), svg }
  })
  return [...pages, ...products.map((product) => productSheet(product, reading, brand))]
}

function productSheet(product: SharedProduct, reading: ReadingFonts, brand: Brand): ShareSheet {
  const { slug, name, tagline, tint } = product
  if (!isSticker(slug)) throw new RangeError(`there is no drawing of ${slug}`)
  const art = placedSticker(slug, { x: 910, y: 316, width: 490, turn: 5 })
  const lines = inLines(name.toUpperCase())
  const field = palette[tint]
  const svg = sheet({ lines, text: tagline, field, rays: palette.milk, art }, reading, brand)
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
  reading: ReadingFonts,
  { mark }: Brand,
): string {
  const heading = title(lines, 318, 0, 500, 104, palette.ink)
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
