import type { LabelBackground, MascotArt, NamePlateStyle, StickerDrawing } from './parts.ts'
import {
  type Box,
  clipSvg,
  dotPath,
  drawMarkup,
  type FlagName,
  flagStripes,
  fillPen,
  halftone,
  linePen,
  palette,
  placeSvg,
  drawInkedShape,
  rayPath,
  repeat,
  roundedRectPath,
  tenth,
} from '../lib/kit.ts'
import { drawTitleLines } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'

type Flag = readonly [...Box, name: FlagName]

export function flagStrip(...[x, y, width, height, name]: Flag): string {
  return stripes(name, height, (from, each) => rect(x, tenth(y + from), width, each))
}

export function flagBars(...[x, y, width, height, name]: Flag): string {
  return stripes(name, width, (from, each) => rect(tenth(x + from), y, each, height))
}

/** Draws the stripes of a flag. They overlap slightly, because touching stripes would show seams. */
function stripes(
  name: FlagName,
  length: number,
  box: (from: number, each: number) => string,
): string {
  const stripe = length / flagStripes[name].length
  return flagStripes[name]
    .map((colour, i) => `${box(stripe * i, tenth(stripe + 0.4))} fill="${colour}"/>`)
    .join('')
}

/** Returns the start of a `<rect>` tag; the caller adds the fill and closes the tag. */
function rect(...[x, y, width, height]: Box): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}"`
}

/** Draws a label's background over `box`, which the caller clips to the label's outline. Returns '' without a background. */
export function drawLabelBackground(art: LabelBackground | undefined, box: Box): string {
  if (art === undefined) return ''
  const field = `${rect(...box)} fill="${art.field}"/>`
  return field + patterns[art.kind](box, art)
}

const patterns = { rays, jolt, squig, check, swoosh, dots, stripe }

function rays([x, y, width, height]: Box, art: LabelBackground): string {
  const path = rayPath(x + width / 2, tenth(y + height * 0.42), width * 1.3, 8)
  return fillPen(art.pattern)(path)
}

function jolt([x, y, width, height]: Box, art: LabelBackground): string {
  const w = (share: number) => tenth(width * share)
  const h = (share: number) => tenth(height * share)
  return `<path d="M${x} ${tenth(y + height * 0.2)}l${w(0.22)} ${h(0.16)}l${w(0.1)} ${h(-0.18)}l${w(0.24)} ${h(0.2)}l${w(0.1)} ${h(-0.2)}l${w(0.34)} ${h(0.14)}V${y + height}H${x}Z" fill="${art.pattern}" stroke="${palette.ink}" stroke-width="3.5"/>`
}

function squig([x, y, width, height]: Box, art: LabelBackground): string {
  const squiggles = repeat(24, (index) => {
    const column = index % 4
    const row = Math.floor(index / 4)
    const left = tenth(x + 8 + (column * width) / 3.6 + ((row % 2) * width) / 7)
    const top = tenth(y + 14 + (row * height) / 5.4)
    const turn = ((column * 37 + row * 53) % 90) - 45
    const colour = (column + row) % 2 ? art.pattern : palette.milk
    return `<path transform="translate(${left} ${top}) rotate(${turn})" d="M-12 0q4-9 8 0t8 0t8 0" stroke="${colour}"/>`
  })
  return `<g fill="none" stroke-width="4.5">${squiggles}</g>`
}

function check([x, y, width, height]: Box, art: LabelBackground): string {
  const square = width / 8
  const side = tenth(square + 0.3)
  const data = repeat(Math.ceil(height / square) * 8, (index) => {
    const column = index % 8
    const row = Math.floor(index / 8)
    if ((column + row) % 2 === 0) return ''
    return `M${tenth(x + column * square)} ${tenth(y + row * square)}h${side}v${side}h${-side}z`
  })
  return fillPen(art.pattern)(data)
}

function swoosh([x, y, width, height]: Box, art: LabelBackground): string {
  return drawMarkup`
  <g transform="translate(${x + width / 2} ${tenth(y + height * 0.4)}) scale(${Math.round((width / 150) * 1000) / 1000})" fill="none">
  <g stroke="${art.pattern}"><path d="M-84 34C-40 30 6 8 84-40" stroke-width="26"/>
  <path d="M-84 18C-30 16 20-8 84-58" stroke-width="5"/><path d="M-84 54C-30 48 30 22 84-16" stroke-width="4"/></g>
  <path d="M-70 44L-40 14L-34 38L0 2L4 26L40-24L42 4L72-36" stroke="${art.accent ?? palette.grape}" stroke-width="5"/></g>`
}

function dots([x, y, width, height]: Box, art: LabelBackground): string {
  const rows = repeat(9, (row) => {
    const across = tenth((width / 13) * (1 - row / 12))
    const top = tenth(y + (row * height) / 8)
    const lefts = (column: number) => tenth(x + ((column + (row % 2) / 2) * width) / 8)
    return `<path d="${repeat(9, (column) => dotPath(lefts(column), top))}" stroke-width="${across}"/>`
  })
  return `<g stroke="${art.pattern}">${rows}</g>`
}

function stripe([x, y, width, height]: Box, art: LabelBackground): string {
  const lean = tenth(width / 3)
  const data = repeat(6, (index) => {
    const left = tenth(x + ((index * 2 - 2) * width) / 7)
    return `M${left} ${y + height}l${lean} ${-height}h${tenth(width / 7)}l${-lean} ${height}z`
  })
  return fillPen(art.pattern)(data)
}

/** Draws the body of a vessel in its colour, with `inside` clipped to its shape and halftone shading in `box`. */
export function drawBody(path: string, { body }: StickerDrawing, box: Box, inside = ''): string {
  const within = inside === '' ? '' : clipSvg(path, inside)
  return drawInkedShape(path, body) + within + halftone(path, ...box)
}

interface LabelOptions {
  /** The label's outline; a rounded rectangle by default. */
  outline?: string
  corner?: number
  /** The space left and right of the name plate, in units. */
  pad?: number
  foot?: number
  largest?: number
  scale?: number
  shift?: number
  /** False for a label without an outline, when the vessel draws the outline itself. */
  edged?: boolean
}

/** Draws the label of a vessel: its background, the mascot across the top edge, and the name on a tilted plate. */
export function drawLabel(art: StickerDrawing, box: Box, options: LabelOptions): string {
  const [x, y, width, height] = box
  const { corner = 4, pad = 8, foot = 10, scale = 1, shift = -1, edged = true } = options
  const outline = options.outline ?? roundedRectPath(x, y, width, height, corner)
  const plateWidth = width - pad * 2
  const { colour, ink, tilt, largest = options.largest ?? 30 } = getNamePlateStyle(art)
  const name = drawTitleLines(art.lines, 0, 0, plateWidth - 8, largest, ink)
  const plateHeight = tenth(name.height + 10)
  const plateTop = tenth(y + height - plateHeight - foot)
  const card = roundedRectPath(tenth(-plateWidth / 2), 0, plateWidth, plateHeight, 7)
  return drawMarkup`
  ${art.ground ? clipSvg(outline, drawLabelBackground(art.ground, box)) : ''}
  ${edged ? linePen(4)(outline) : ''}
  ${art.mascot ? labelMascot(art.mascot, box, plateTop - y, scale, shift) : ''}
  <g transform="translate(${x + width / 2} ${plateTop}) rotate(${tilt})">${drawNamePlate(card, colour)}<g transform="translate(0 5)">${name.svg}</g></g>`
}

/** Returns the style of the name plate, with defaults for missing values. */
export function getNamePlateStyle({
  plate,
}: StickerDrawing): Required<Omit<NamePlateStyle, 'largest'>> & NamePlateStyle {
  return { colour: palette.milk, ink: palette.ink, tilt: 0, ...plate }
}

/** Draws the plate behind a name, without an offset between colour and outline. */
export function drawNamePlate(path: string, colour: string, width = 3.5): string {
  return drawInkedShape(path, colour, { width, slip: 0 })
}

function labelMascot(
  { name, scale: own = 1, drop = 0 }: MascotArt,
  [x, y, width]: Box,
  room: number,
  scale: number,
  shift: number,
): string {
  const size = Math.min(room, width * 0.82)
  const factor = Math.round(((scale * own * size) / 104) * 100) / 100
  return placeSvg(x + width / 2, tenth(y + room * 0.5 + shift + drop), factor, mascots[name])
}
