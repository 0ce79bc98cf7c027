import type { PlatePicture } from '../../app/content/recipes/dish-recipe.ts'
import type { PageName } from '../../app/content/pages.ts'
import { flagDrawings } from '../vessels/flags.ts'
import { type Drawing, drawMarkup, palette, placeSvg } from '../lib/kit.ts'
import { type MascotName, mascots } from '../lib/mascots.ts'
import { breweryYard, posterArt } from '../scenes/places.ts'
import { plateDrawings } from '../scenes/plates.ts'
import { sun } from '../scenes/stage.ts'
import { cloche, mixtape } from '../spots/die-cut.ts'
import { garlicShrug, skyline } from '../spots/house-spots.ts'
import { pictureViewBox, drawDieCutProduct } from '../vessels/sticker.ts'
import { stickers, type StickerSlug } from '../vessels/stickers.ts'

/** The centre of the free area beside the title of a share picture. */
const middle = { x: 890, y: 320 } as const

/** The colours of the rays on share pictures, by the name of the background colour in the palette. */
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

/** Returns a template tag that draws shapes and returns them with the name of their background colour. */
function on(field: Field) {
  return (...shapes: Parameters<typeof drawMarkup>) => ({ field, art: drawMarkup(...shapes) })
}

/** The drawings on the share pictures of pages; a page without an entry shows a heart. */
const drawings: Partial<Record<PageName, { field: Field; art: string }>> = {
  home: on('blush')`
  ${sun(middle.x, 340, 240)}
  ${fan('apple-terror-sauce', 'mandarin-pineapple-sage-hot-sauce', 'nashville-chilli-crisp')}`,
  shop: on('lilac')`${fan('spice-bag-mix', 'lip-service-scotch-bonnet', 'hot-tomato-ketchup')}`,
  subscriptions: on('mint')`
  ${drawSticker('twink-box-monthly-subscription', 1050, 330, 330, 8)}
  ${drawSticker('big-gay-bear-box-monthly-subscription', 780, 330, 390, -6)}`,
  catering: on('butter')`${fitted(cloche, 500)}`,
  consultancy: on('peach')`${guest('toque', 890, 310, 4.6)}`,
  about: on('sky')`${fitted(mixtape(), 560, -4)}`,
  whereToFindUs: on('lilac')`<g transform="rotate(2 890 320)">${telly}${fitted(skyline, 460)}</g>`,
  tacoTuesdays: on('lime')`${guest('taco', 890, 320, 4.6, -4)}`,
  popUps: on('pink')`${fitted(posterArt['pop-ups'], 590)}`,
  marketPosters: on('cheddar')`${fitted(posterArt.markets, 590)}`,
  markets: on('mint')`${fitted(posterArt.gregs, 590)}`,
  brewery: on('teal')`
  <g transform="rotate(3 ${middle.x} ${middle.y})">${photograph}</g>
  ${fitted(breweryYard, 516, 3)}`,
  testimonials: on('blush')`
  ${guest('queen', 740, 400, 2.5, -8)}
  ${guest('kiss', 1050, 400, 2.5, 8)}
  ${guest('heart', 890, 270, 3.4)}`,
  faqs: on('sky')`${fitted(garlicShrug, 540)}`,
  contact: on('butter')`
  ${guest('mandarin', 730, 390, 2.5, -8)}
  ${guest('tomato', 1060, 390, 2.5, 8)}
  ${guest('boot', 890, 300, 3.4)}`,
  recipes: on('butter')`
  ${drawRecipeDish('bowl', 740, 250, 300, -6)}
  ${drawRecipeDish('pizza', 1050, 260, 300, 6)}
  ${drawRecipeDish('burger', 890, 430, 360)}`,
  heat: on('peach')`
  ${guest('flame', 740, 330, 3, -6)}
  ${guest('chilli', 1040, 360, 3, 6)}
  ${guest('kiss', 890, 200, 2.6)}`,
  flags: on('lilac')`${fitted(flagDrawings.six, 460, -6)}`,
  privacyPolicy: on('sky')`${guest('gherkin', 890, 330, 4.4)}`,
  termsOfService: on('peach')`${guest('bear', 890, 330, 4.4)}`,
  cookiePolicy: on('mint')`${guest('biscuit', 890, 330, 4.4)}`,
}

/** Returns the drawing on a page's share picture, its background colour (`field`) and the colour of its rays (`light`). */
export function getShareDrawing(name: PageName): { field: string; light: string; art: string } {
  const { field, art } = drawings[name] ?? on('lilac')`${guest('heart', 890, 330, 4.4)}`
  return { field: palette[field], light: fields[field], art }
}

/** Draws a product's sticker with its centre at `x` and `y`; `turn` is in degrees. */
export function drawSticker(slug: StickerSlug, x: number, y: number, width: number, turn: number) {
  return framed(
    { viewBox: pictureViewBox, body: drawDieCutProduct(stickers[slug]) },
    x,
    y,
    width,
    turn,
  )
}

/** Draws a dish of a recipe with its centre at `x` and `y`; `turn` is in degrees. */
export function drawRecipeDish(
  plate: PlatePicture,
  x: number,
  y: number,
  width: number,
  turn = 0,
): string {
  return framed(plateDrawings[plate], x, y, width, turn)
}

/** Draws three overlapping stickers: two that lean outwards, and one in front of them. */
function fan(left: StickerSlug, right: StickerSlug, front: StickerSlug): string {
  return (
    drawSticker(left, 720, 300, 310, -12) +
    drawSticker(right, 1060, 300, 310, 11) +
    drawSticker(front, middle.x, 350, 380, -3)
  )
}

function guest(name: MascotName, x: number, y: number, scale: number, turn = 0): string {
  return placeSvg(x, y, scale, mascots[name], turn)
}

/** Places a drawing in the centre of the share picture's free area, scaled to `width`; `turn` is in degrees. */
function fitted(drawing: Drawing, width: number, turn = 0): string {
  return framed(drawing, middle.x, middle.y, width, turn)
}

function framed({ viewBox, body }: Drawing, x: number, y: number, width: number, turn: number) {
  const [, , across = 1, down = 1] = viewBox.split(' ').map(Number)
  const height = (width * down) / across
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><svg x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" viewBox="${viewBox}">${body}</svg></g>`
}
