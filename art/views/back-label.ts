import { type LabelPart, splitMarkedLabel } from '../../domain/allergens.ts'
import { drawParagraph } from '../lib/reading.ts'
import {
  clipSvg,
  drawMarkup,
  halftone,
  linePen,
  palette,
  drawInkedShape,
  roundedRectPath,
  tenth,
} from '../lib/kit.ts'
import {
  drawNamePlate,
  flagBars,
  drawLabelBackground,
  getNamePlateStyle,
} from '../vessels/label.ts'
import { breakIntoLines, drawTitleLines } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'
import { dieCutSticker } from '../vessels/sticker.ts'
import type { StickerDrawing } from '../vessels/parts.ts'

/** The text of a back label, in which the names of allergens are **between asterisks**. */
export interface BackLabelText {
  /** The product's number in the catalogue, printed as "No. 07". */
  number: number
  name: string
  description: string
  /** The quantity as printed: "190 g", or "every month" for a subscription box. */
  netLabel: string
  ingredients: readonly string[]
  allergens: string
  storage: string | null
  /** The name and address of the business that sells the food under its name. */
  maker: { name: string; address: string }
}

const card = [22, 14, 256, 328] as const
const [cardX, cardY, cardWidth, cardHeight] = card
const headHeight = 74
const footHeight = 52
const left = cardX + 15
const right = cardX + cardWidth - 15
const largest = 12.6
const smallest = 6
const netWidth = 76

const cardPath = roundedRectPath(...card, 16)

/** Draws the back label of a product: name, ingredients, quantity, storage and maker. */
export function drawBackLabel(art: StickerDrawing, words: BackLabelText): string {
  const svg = drawMarkup`
  ${drawInkedShape(cardPath, palette.milk)}
  ${clipSvg(cardPath, head(art))}
  ${headline(art, words)}
  ${bodyText(words)}
  ${foot(words)}
  ${linePen(5.5)}${cardPath}`
  return dieCutSticker({ outline: [cardPath], svg })
}

function head(art: StickerDrawing): string {
  const [x, y, width] = card
  const top = `M${x} ${y}h${width}v${headHeight}h${-width}z`
  const field = `<rect x="${x}" y="${y}" width="${width}" height="${headHeight}" fill="${art.body}"/>`
  return drawMarkup`
  ${art.ground ? clipSvg(top, drawLabelBackground(art.ground, [x, y - 40, width, 150])) : field}
  ${halftone(top, x + width * 0.66, y, tenth(width * 0.34), headHeight)}
  ${flagBars(x, y + headHeight, width, 9, art.flag)}
  ${linePen(3.4)}M${x} ${y + headHeight}h${width}M${x} ${y + headHeight + 9}h${width}`
}

function headline(art: StickerDrawing, words: BackLabelText): string {
  const guest = art.mascot
    ? `<g transform="translate(${cardX + cardWidth - 40} ${cardY + 36}) rotate(6) scale(.62)">${mascots[art.mascot.name]}</g>`
    : ''
  const width = art.mascot ? 168 : 216
  const from = cardX + 12
  const lines = linesOf(words.name.toUpperCase(), width > 200 ? 22 : 17)
  const { colour, ink } = getNamePlateStyle(art)
  const name = drawTitleLines(lines, from + width / 2, 0, width - 14, 21, ink)
  const height = tenth(name.height + 10)
  const top = tenth(cardY + (headHeight - height) / 2)
  const sheet = drawNamePlate(roundedRectPath(from, top, width, height, 7), colour)
  return `${guest}<g transform="rotate(-2 ${from} ${top})">${sheet}<g transform="translate(0 ${top + 5})">${name.svg}</g></g>`
}

/** Breaks a product name into at most three lines of about `length` letters each. */
function linesOf(name: string, length: number): string[] {
  return breakIntoLines(name, Math.min(3, Math.ceil(name.length / length)))
}

function bodyText(words: BackLabelText): string {
  const top = cardY + headHeight + 9
  const room = cardHeight - headHeight - 9 - footHeight
  const paragraphs = labelParagraphs(words)
  for (let size = largest; size >= smallest; size -= 0.2) {
    const set = setParagraphs(paragraphs, tenth(size))
    if (set.height > room - 12) continue
    const lead = Math.min(14, (room - set.height) / 2)
    return `<g transform="translate(0 ${tenth(top + lead)})">${set.svg}</g>`
  }
  throw new RangeError(`the label of ${words.name} has more words than room`)
}

function labelParagraphs(words: BackLabelText): LabelPart[][] {
  const contents: LabelPart[] =
    words.ingredients.length === 0
      ? [{ text: words.description, strong: false }]
      : [
          { text: 'Ingredients: ', strong: true },
          ...splitMarkedLabel(`${words.ingredients.join(', ')}.`),
        ]
  const paragraphs = [contents, splitMarkedLabel(words.allergens)]
  if (words.storage !== null) paragraphs.push(splitMarkedLabel(words.storage))
  return paragraphs
}

function setParagraphs(paragraphs: readonly LabelPart[][], size: number) {
  let y = 0
  let svg = ''
  for (const runs of paragraphs) {
    const set = drawParagraph(runs, left, y, right - left, size, palette.ink)
    svg += set.svg
    y += set.height + size * 0.5
  }
  return { svg, height: y - size * 0.5 }
}

function foot(words: BackLabelText): string {
  const top = cardY + cardHeight - footHeight
  const middle = left + netWidth / 2
  const lines = linesOf(words.netLabel, 9)
  const net = drawTitleLines(
    lines,
    middle,
    0,
    netWidth - 14,
    lines.length > 1 ? 15 : 20,
    palette.ink,
  )
  const badge = drawMarkup`
  ${drawNamePlate(roundedRectPath(left, top + 8, netWidth, 34, 7), palette.lime)}
  <g transform="translate(0 ${tenth(top + 25.6 - net.height / 2)})">${net.svg}</g>`
  const x = left + netWidth + 10
  const number = { text: `No. ${String(words.number).padStart(2, '0')} · `, strong: true }
  const rows = [
    [number, { text: words.maker.name, strong: true }],
    [{ text: words.maker.address, strong: false }],
  ]
  const maker = rows.map(
    (runs, row) => drawParagraph(runs, x, top + 13 + row * 11, right - x, 8.4, palette.ink).svg,
  )
  return linePen(2.5)`M${left} ${top}H${right}` + badge + maker.join('')
}
