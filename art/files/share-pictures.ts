import { type Page, type PageName, pages } from '../../app/content/pages.ts'
import { recipeShelves, recipeSlug } from '../../app/content/recipes.ts'
import type { Plate } from '../../app/content/recipes/recipe-words.ts'
import { sharePicture } from '../../app/content/share-picture.ts'
import { reading } from '../../app/paths-reading.ts'
import { business } from '../../domain/business.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { type PictureFile, standalone } from './pictures.ts'
import { palettePng, svgToPixels } from './png.ts'
import { flagDrawings } from '../flags.ts'
import { tidySvg } from './tidy-svg.ts'
import { type Drawing, halftonePatterns, palette, repeat, roundEndsAttributes } from '../kit.ts'
import { title } from '../lettering.ts'
import { type MascotName, mascots } from '../mascots.ts'
import { breweryYard, posterArt } from '../places.ts'
import { GlyphSheet } from '../reading.ts'
import { plateDrawings } from '../scenes/plates.ts'
import { sun } from '../scenes/stage.ts'
import { cloche, mixtape } from '../spots/die-cut.ts'
import { garlicShrug, rays, skyline } from '../spots/house-spots.ts'
import { pictureFile, pictureViewBox, sticker } from '../sticker.ts'
import { stickers, type StickerSlug, stickerSlugs } from '../stickers.ts'
import { wordmark } from '../wordmark.ts'

const mark = wordmark(business.tradingName)

/** Pictures for mails: small PNGs, for mail programs show no SVG; twice the size at which they are shown. */
export function mailPictures(): PictureFile[] {
  const png = (name: string, svg: string, width: number, colours = 96): PictureFile => ({
    path: `mail/${name}.png`,
    contents: palettePng(svgToPixels(svg, width), colours),
  })
  return [
    ...stickerSlugs.map((slug) => png(slug, pictureFile(sticker(stickers[slug])), 144)),
    png('wordmark', standalone(mark), 412, 32),
    png('awning', awningStrip(), 1200, 16),
    png('welcome', welcomeHero(), 1120, 160),
  ]
}

function awningStrip(): string {
  const body = repeat(25, (index) => {
    const colour = index % 2 === 0 ? palette.coral : palette.milk
    return `<path d="M${index * 24} 0h24v4a12 10 0 0 1-24 0Z" fill="${colour}" stroke="${palette.ink}" stroke-width="2"/>`
  })
  return standalone({ viewBox: '0 0 600 16', body })
}

/** Three stickers in front of the sun. */
function welcomeHero(): string {
  return poster(
    { width: 1120, height: 520, field: palette.blush },
    `<circle cx="560" cy="320" r="230" fill="${palette.cheddar}"/>` +
      stuck('apple-terror-sauce', 290, 256, 307, -10) +
      stuck('miss-marmalade-chilli-jam', 838, 262, 318, 9) +
      stuck('nashville-chilli-crisp', 560, 246, 367, -3),
  )
}

const size = { width: 1200, height: 630 } as const
const largestText = 34

/** A share picture before it becomes a PNG, its path below public/generated. */
interface ShareSheet {
  path: string
  svg: string
}

/** The pictures that other sites show beside a link: one for each page, product and recipe, 1200 x 630 (Open Graph). */
export function shareSheets(): ShareSheet[] {
  const ofPages = Object.entries<Page>(pages).flatMap(([name, { path, share }]) => {
    if (share === undefined) return []
    const svg = sheet({ ...share, ...shareArt(name as PageName) })
    return [{ path: sharePicture(path).replace('/generated/', ''), svg }]
  })
  const products = seedProducts.map(({ slug, name, tagline, tint }) => {
    const art = stuck(slug as StickerSlug, 910, 316, 490, 5)
    const colours = { field: palette[tint], light: palette.milk }
    const lines = inLines(name.toUpperCase())
    return { path: `share/${slug}.png`, svg: sheet({ lines, text: tagline, ...colours, art }) }
  })
  return [...ofPages, ...products, ...ofRecipes()]
}

/** The dish of each recipe, in the colour of its product. */
function ofRecipes(): ShareSheet[] {
  return seedProducts.flatMap(({ slug, name, tint }) =>
    Object.entries(recipeShelves[slug] ?? {}).map(([title, { plate }]) => {
      const art = placedPlate(plate, 860, 330, 480) + stuck(slug as StickerSlug, 1090, 470, 190, 8)
      const words = { lines: inLines(title.toUpperCase()), text: `with ${name}` }
      const path = sharePicture(reading.recipe(recipeSlug(title))).replace('/generated/', '')
      return { path, svg: sheet({ ...words, field: palette[tint], light: palette.milk, art }) }
    }),
  )
}

export function sharePng({ path, svg }: ShareSheet): PictureFile {
  return { path, contents: palettePng(svgToPixels(svg, size.width), 80) }
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
  light: string
  art: string
}

function sheet({ lines, text, field, light, art }: Sheet): string {
  const heading = title(lines, 318, 0, 500, 104, palette.ink)
  const glyphs = new GlyphSheet()
  const words = sentence(text, glyphs)
  const top = (size.height - heading.height - words.height) / 2 - 34
  return poster(
    { ...size, field },
    `<defs>${glyphs.definitions()}</defs>` +
      `<g transform="translate(290 -300) scale(2)" opacity=".55">${rays(light, 12).body}</g>${art}` +
      `<g transform="translate(0 ${top})">${heading.svg}</g>` +
      `<g transform="translate(0 ${top + heading.height})">${words.svg}</g>` +
      `<svg x="56" y="504" width="330" height="90" viewBox="${mark.viewBox}">${mark.body}</svg>`,
  )
}

/** A picture of its own that stickers are stuck on. */
function poster(
  { width, height, field }: { width: number; height: number; field: string },
  body: string,
): string {
  return tidySvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${roundEndsAttributes}>` +
      `<defs>${halftonePatterns()}</defs><rect width="${width}" height="${height}" fill="${field}"/>${body}</svg>\n`,
  )
}

/** Centred under the title, in two lines where one is too wide. */
function sentence(text: string, glyphs: GlyphSheet): { svg: string; height: number } {
  const lines = glyphs.width(text, largestText, true) <= 520 ? [text] : halves(text)
  const widest = Math.max(...lines.map((line) => glyphs.width(line, largestText, true)))
  const fontSize = Math.min(largestText, (largestText * 540) / widest)
  const svg = lines.map((line, index) => {
    const left = 318 - glyphs.width(line, fontSize, true) / 2
    return glyphs.set(line, Math.round(left), 46 + index * 44, fontSize, true, palette.ink)
  })
  return { svg: svg.join(''), height: 10 + lines.length * 44 }
}

function halves(text: string): string[] {
  const fromMiddle = (at: number) => Math.abs(at - text.length / 2)
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const [middle] = spaces.toSorted((a, b) => fromMiddle(a) - fromMiddle(b))
  return middle === undefined ? [text] : [text.slice(0, middle), text.slice(middle + 1)]
}

/** Middle of the room that the title of a share picture leaves. */
const middle = { x: 890, y: 320 } as const

/** The colours that share pictures stand on, each with that of the rays on it. */
const fields = {
  blush: '#FFD3E6',
  lilac: '#E6DAFF',
  mint: '#CDF6E5',
  butter: '#FFF1BF',
  peach: '#FFDCC0',
  sky: '#C6E9FF',
  lime: '#E6FF8A',
  pink: '#FF9CCD',
  cheddar: '#FFC654',
  teal: '#2DB7B0',
} as const

const telly = `<path d="M650 176H1150V464H650Z" fill="#000" stroke="${palette.ink}" stroke-width="10" stroke-linejoin="round"/>`
const photograph = `<path d="M618 146H1162V494H618Z" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="6"/>`

type Field = keyof typeof fields

/** Pages with a drawing of their own, and the field behind it. */
const drawings: Partial<Record<PageName, readonly [Field, art: string]>> = {
  home: [
    'blush',
    sun(middle.x, 340, 240) +
      fan('apple-terror-sauce', 'mandarin-pineapple-sage-hot-sauce', 'nashville-chilli-crisp'),
  ],
  shop: ['lilac', fan('spice-bag-mix', 'lip-service-scotch-bonnet', 'hot-tomato-ketchup')],
  subscriptions: [
    'mint',
    stuck('twink-box-monthly-subscription', 1050, 330, 330, 8) +
      stuck('big-gay-bear-box-monthly-subscription', 780, 330, 390, -6),
  ],
  catering: ['butter', fitted(cloche, 500)],
  consultancy: ['peach', guest('toque', 890, 310, 4.6)],
  about: ['sky', fitted(mixtape(), 560, -4)],
  whereToFindUs: ['lilac', `<g transform="rotate(2 890 320)">${telly}${fitted(skyline, 460)}</g>`],
  tacoTuesdays: ['lime', guest('taco', 890, 320, 4.6, -4)],
  popUps: ['pink', fitted(posterArt['pop-ups'], 590)],
  marketPosters: ['cheddar', fitted(posterArt.markets, 590)],
  markets: ['mint', fitted(posterArt.gregs, 590)],
  brewery: [
    'teal',
    `<g transform="rotate(3 ${middle.x} ${middle.y})">${photograph}</g>${fitted(breweryYard, 516, 3)}`,
  ],
  testimonials: [
    'blush',
    guest('queen', 740, 400, 2.5, -8) +
      guest('kiss', 1050, 400, 2.5, 8) +
      guest('heart', 890, 270, 3.4),
  ],
  faqs: ['sky', fitted(garlicShrug, 540)],
  contact: [
    'butter',
    guest('mandarin', 730, 390, 2.5, -8) +
      guest('tomato', 1060, 390, 2.5, 8) +
      guest('boot', 890, 300, 3.4),
  ],
  recipes: [
    'butter',
    placedPlate('bowl', 740, 250, 300, -6) +
      placedPlate('pizza', 1050, 260, 300, 6) +
      placedPlate('burger', 890, 430, 360),
  ],
  heat: [
    'peach',
    guest('flame', 740, 330, 3, -6) +
      guest('chilli', 1040, 360, 3, 6) +
      guest('kiss', 890, 200, 2.6),
  ],
  flags: ['lilac', fitted(flagDrawings.six, 460, -6)],
  privacyPolicy: ['sky', guest('gherkin', 890, 330, 4.4)],
  termsOfService: ['peach', guest('bear', 890, 330, 4.4)],
  cookiePolicy: ['mint', guest('biscuit', 890, 330, 4.4)],
}

/** What stands on the right of a page's share picture, a heart where it has no drawing, and the colours behind. */
function shareArt(name: PageName): { field: string; light: string; art: string } {
  const [field, art] = drawings[name] ?? ['lilac', guest('heart', 890, 330, 4.4)]
  return { field: palette[field], light: fields[field], art }
}

/** A sticker whose middle lies on `x` and `y`; `turn` is in degrees. */
function stuck(slug: StickerSlug, x: number, y: number, width: number, turn: number) {
  const size = { width, height: width * 1.2 }
  return framed(`translate(${x} ${y}) rotate(${turn})`, size, {
    viewBox: pictureViewBox,
    body: sticker(stickers[slug]),
  })
}

/** A dish whose middle lies on `x` and `y`. */
function placedPlate(plate: Plate, x: number, y: number, width: number, turn = 0): string {
  const size = { width, height: (width * 200) / 240 }
  return framed(`translate(${x} ${y}) rotate(${turn})`, size, plateDrawings[plate])
}

/** Three stickers: two that lean, and one in front. */
function fan(left: StickerSlug, right: StickerSlug, front: StickerSlug): string {
  return (
    stuck(left, 720, 300, 310, -12) +
    stuck(right, 1060, 300, 310, 11) +
    stuck(front, middle.x, 350, 380, -3)
  )
}

function guest(name: MascotName, x: number, y: number, scale: number, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${mascots[name]}</g>`
}

/** A drawing as wide as told, in the middle of its room. */
function fitted(drawing: Drawing, width: number, turn = 0): string {
  const [, , across = 1, down = 1] = drawing.viewBox.split(' ').map(Number)
  const size = { width, height: (width * down) / across }
  return framed(`translate(${middle.x} ${middle.y}) rotate(${turn})`, size, drawing)
}

function framed(
  transform: string,
  { width, height }: { width: number; height: number },
  { viewBox, body }: Drawing,
): string {
  return `<g transform="${transform}"><svg x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" viewBox="${viewBox}">${body}</svg></g>`
}
