import {
  circlePath,
  clipSvg,
  drawMarkup,
  halftone,
  mascotPen,
  linePen,
  palette,
  placeSvg,
  drawInkedShape,
  roundedRectPath,
} from '../lib/kit.ts'
import { flagBars, flagStrip, drawLabelBackground } from '../vessels/label.ts'
import { type MascotName, mascots } from '../lib/mascots.ts'
import { seal } from '../vessels/seal.ts'
import { dieCutSticker } from '../vessels/sticker.ts'
import { type StickerSlug, drawVessel } from '../vessels/stickers.ts'
import { foldedTote, mug, mugOtherSide, tee, teeBack, tote } from '../vessels/merchandise.ts'
import {
  createVessel,
  drawOutline,
  type PlacedOutline,
  type StickerDrawing,
  type VesselArt,
} from '../vessels/parts.ts'

export function drawThirdView(art: StickerDrawing): string {
  if (art.vessel === tote) return dieCutSticker(foldedTote(art))
  if (art.vessel === tee) return dieCutSticker(teeBack(art))
  if (art.vessel === mug) return dieCutSticker(mugOtherSide(art))
  if (art.box !== undefined) return dieCutSticker(boxContents(art))
  if (art.mascot === undefined) throw new TypeError(`a ${art.vessel.name} needs a mascot`)
  return mascotCard(art, art.mascot.name)
}

function mascotCard(art: StickerDrawing, name: MascotName): string {
  const frame = [24, 26, 252, 310] as const
  const [left, top, width] = frame
  const card = roundedRectPath(...frame, 22)
  const field = art.ground?.field ?? palette.cheddar
  const pattern = art.ground?.pattern ?? palette.butter
  const rays = drawLabelBackground({ kind: 'rays', field, pattern: paler(field, pattern) }, frame)
  const strip = 300
  const svg = drawMarkup`
  ${drawInkedShape(card, field)}
  ${clipSvg(card, rays + flagBars(left, strip, width, 36, art.flag))}
  ${halftone(card, 172, top, 104, 274)}
  ${linePen(5)}M${left} ${strip}H${left + width}
  <g transform="translate(150 168) scale(2.1)">${mascots[name]}</g>
  ${linePen(5.5)}${card}`
  return dieCutSticker({ outline: [card], svg })
}

/** Returns the colour of a pattern; ink is replaced by a light colour, because the lines of a mascot would not show against ink. */
function paler(field: string, pattern: string): string {
  if (pattern !== palette.ink) return pattern
  return field === palette.milk ? palette.butter : palette.milk
}

/** An item in a subscription box: its markup, and its outline for the cut line. */
type Thing = PlacedOutline & { svg: string }

export function boxContents(art: StickerDrawing): VesselArt {
  if (art.box === undefined) throw new TypeError('a box needs its measures')
  const { width } = art.box
  const left = 150 - width / 2
  const front = `M${left} 214H${left + width}V328Q${left + width} 336 ${left + width - 8} 336H${left + 8}Q${left} 336 ${left} 328Z`
  const things = width > 200 ? bearThings : twinkThings
  const stripes = flagStrip(left, 214, width, 30, art.flag)
  const field = drawLabelBackground(art.ground, [left, 214, width, 122])
  const name = art.mascot?.name ?? 'heart'
  return createVessel([front, circlePath(left + 18, 226, 40)], { contentOutlines: things })`
  ${things.map((thing) => thing.svg).join('')}
  ${drawInkedShape(front, art.body)}
  ${clipSvg(front, field + stripes)}
  ${linePen(3.6)}M${left} 244H${left + width}
  ${halftone(front, left + width * 0.62, 214, width * 0.38, 122)}
  <g transform="translate(150 290) scale(.8)">${mascots[name]}</g>
  ${drawOutline(front)}
  ${seal(art.box.seal, left + 18, 226, 40)}`
}

/** Draws a product of the shop as an item in a box. `x` and `y` are the top left corner of the product's artboard. */
function ours(slug: StickerSlug, x: number, y: number, scale: number): Thing {
  const { svg, outline } = drawVessel(slug)
  return { outline, x, y, scale, svg: placeSvg(x, y, scale, svg) }
}

function atHome(outline: string): (...shapes: Parameters<typeof drawMarkup>) => Thing {
  return (...shapes) => ({ outline: [outline], x: 0, y: 0, scale: 1, svg: drawMarkup(...shapes) })
}

function foldedTee(x: number, y: number): Thing {
  const outline = roundedRectPath(x, y, 76, 150, 9)
  const collar = `M${x + 20} ${y}C${x + 26} ${y + 24} ${x + 50} ${y + 24} ${x + 56} ${y}Z`
  return atHome(outline)`
  ${mascotPen(palette.milk)}${outline}
  ${mascotPen(palette.lilac, 3.4, 1)}${collar}
  <g transform="translate(${x + 38} ${y + 62}) scale(.5)">${mascots.bear}</g>
  ${linePen(3, palette.lilac)}M${x + 8} ${y + 96}h60M${x + 8} ${y + 108}h44`
}

function parcel(x: number, y: number, width: number, height: number, colour: string): Thing {
  const outline = roundedRectPath(x, y, width, height, 7)
  const middle = x + width / 2
  const heart = 'M0 9C-9 3-11-2-10-5C-9-9-3-9 0-5C3-9 9-9 10-5C11-2 9 3 0 9Z'
  return atHome(outline)`
  ${mascotPen(colour)}${outline}
  <path d="M${middle - 5} ${y + 2}h10v${height - 4}h-10z" fill="${palette.milk}"/>
  ${linePen(2.6)}M${middle - 5} ${y}v${height}M${middle + 5} ${y}v${height}
  <g transform="translate(${middle} ${y + 24}) scale(1.25)">${mascotPen(palette.red, 2.6, 1)(heart)}</g>`
}

const bearThings: Thing[] = [
  ours('the-big-smoke-bbq-sauce', 16, 38, 0.66),
  foldedTee(136, 84),
  parcel(208, 104, 52, 120, palette.pink),
  parcel(46, 176, 46, 60, palette.teal),
  ours('nashville-chilli-crisp', 84, 104, 0.5),
  parcel(196, 170, 42, 62, palette.lime),
]

const twinkThings: Thing[] = [
  parcel(86, 124, 50, 104, palette.butter),
  ours('peach-please-hot-honey', 98, 62, 0.54),
  parcel(166, 156, 48, 74, palette.coral),
  parcel(92, 176, 42, 56, palette.teal),
]
