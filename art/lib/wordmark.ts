import { drawBrushStroke } from './brush.ts'
import { createDrawing, type Drawing, drawMarkup, palette, roundedRectPath, tenth } from './kit.ts'
import { displayFont, fitFontSize, drawDisplayText } from './lettering.ts'

const outline = 'M43 12C52 10 58 17 56 24C54 32 48 36 41 37C45 33 46 30 44 25C42 21 40 15 43 12Z'

/**
 * Draws a chilli in place of an apostrophe, with a white edge `edge` wide; the chilli is about 20 wide and 35 high before scaling.
 */
function chilli(x: number, y: number, scale: number, edge: number): string {
  const size = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return drawMarkup`
  <g transform="translate(${x} ${y})${size}" stroke-linejoin="round" stroke-linecap="round">
  <path d="${outline}" fill="${palette.milk}" stroke="${palette.milk}" stroke-width="${edge}"/>
  <path d="${outline}" fill="${palette.red}" stroke="${palette.ink}" stroke-width="3.2"/>
  <path d="M46 12Q46 5 52 3" fill="none" stroke="#1E9E4A" stroke-width="4.5"/>
  <path d="M51 19Q52 24 49 28" fill="none" stroke="#FF9C9C" stroke-width="2.6"/></g>`
}

const box = { width: 279, height: 76 } as const
const margin = 14
const largest = 46
const middle = 33
/** The distance from the vertical middle of a line down to its baseline, as a fraction of the font size. */
const depth = 17 / 46

/** Matches text whose last letter is narrow at the bottom right, so that a chilli after it needs less space. */
const leaning = /[FPTVWY]$/
const roomForChilli = 13
const roomBesideUpright = 18

/**
 * Draws the shop's name as its wordmark: letters on a brush stroke, with a chilli for each apostrophe. The size of the box is the
 * same for every name, so that the layout of headers and emails does not change; a long name gets smaller letters, or two lines if
 * they can then be larger.
 */
export function wordmark(name: string): Drawing {
  const { ink, milk: paper } = palette
  const lines = bestLines(name)
  const size = sizeOf(lines)
  const set = lines.map((line, index) => {
    const fromMiddle = (index - (lines.length - 1) / 2) * size
    return setLine(line, middle + fromMiddle + size * depth, size)
  })
  const letters = set.map((line) => line.letters).join('')
  const w = box.width
  const body = drawMarkup`
  ${strokeUnder}<g transform="rotate(-4 ${w / 2} 34)">
  <path d="${letters}" fill="none" stroke="${paper}" stroke-width="9" stroke-linejoin="round"/>
  <path d="${letters}" fill="${palette.coral}" transform="translate(3 3)"/><path d="${letters}" fill="${ink}"/>
  ${set.map((line) => line.chillies).join('')}</g>`
  return { viewBox: `0 -2 ${w} ${box.height}`, body }
}

const strokeUnder = drawBrushStroke({
  along: [3, 44, box.width * 0.34, 66, box.width * 0.62, 40, box.width - 3, 20],
  width: 40,
  bristles: 12,
  colour: palette.teal,
  seed: 3,
  dryness: 0.14,
})

/** Returns the name as one line, or as two lines if the letters can then be larger. */
function bestLines(name: string): string[] {
  const words = name.trim().split(/\s+/)
  const choices = words.map((_, at) =>
    [words.slice(0, at).join(' '), words.slice(at).join(' ')].filter((line) => line !== ''),
  )
  return choices.reduce((best, lines) => (sizeOf(lines) > sizeOf(best) ? lines : best))
}

function sizeOf(lines: readonly string[]): number {
  const widest = Math.max(...lines.map((line) => widthOf(line, largest)))
  const fitting = Math.min(1, (box.width - 26) / widest)
  return largest * Math.min(fitting, lines.length === 1 ? 1 : 0.66, roomAbove(lines))
}

/**
 * Returns a factor for the font size. It is below 1 when a chilli is right of the first quarter of the first line, where it would
 * exceed the top of the box because the wordmark rises to the right.
 */
function roomAbove([first = '']: readonly string[]): number {
  const before = first.slice(0, Math.max(0, first.search(/['’][^'’]*$/)))
  return displayFont.width(before, largest) > box.width / 4 ? 0.84 : 1
}

function widthOf(line: string, size: number): number {
  const pieces = piecesOf(line)
  const gaps = pieces.slice(0, -1).map((piece) => roomAfter(piece, size))
  return [...pieces.map((piece) => displayFont.width(piece, size)), ...gaps].reduce((a, b) => a + b)
}

/** Draws a line of the name. Returns path data of its letters, and the chillies that replace its apostrophes. */
function setLine(line: string, baseline: number, size: number) {
  const scale = size / largest
  const set = { letters: '', chillies: '' }
  let x = Math.max(margin, (box.width - widthOf(line, size)) / 2)
  piecesOf(line).forEach((piece, index, pieces) => {
    if (piece !== '') set.letters += displayFont.outline(piece, x, baseline, size)
    x += displayFont.width(piece, size)
    if (index === pieces.length - 1) return
    const room = roomAfter(piece, size)
    const at = tenth(x + room - 55.49 * scale)
    set.chillies += chilli(at, tenth(baseline - 53 * scale), scale, 9)
    x += room
  })
  return set
}

function piecesOf(line: string): string[] {
  return line.split(/['’]/)
}

function roomAfter(piece: string, size: number): number {
  const room = leaning.test(piece) ? roomForChilli : roomBesideUpright
  return (room * size) / largest
}

/** Draws the shop's icon on a field of 64 x 64: the first letter of its name, and a chilli if the name has an apostrophe. */
export function appIcon(name: string, { fullBleed = false } = {}): Drawing {
  const field = fullBleed
    ? `<path d="M0 0H64V64H0Z" fill="${palette.cheddar}"/>`
    : `<path d="${roundedRectPath(2, 2, 60, 60, 15)}" fill="${palette.cheddar}" stroke="${palette.ink}" stroke-width="4"/>`
  const scale = fullBleed ? 0.8 : 0.94
  const hasChilli = /['’]/.test(name)
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? ''
  const size = tenth(fitFontSize(initial, hasChilli ? 46 : 54, hasChilli ? 54 : 62))
  const x = hasChilli ? 26.5 : 31
  const y = 31.5 + size * 0.352
  const letter = (slip: number, colour: string) =>
    drawDisplayText(initial, x + slip, y + slip, size, colour)
  return createDrawing('0 0 64 64')`
  ${field}<g transform="translate(32 33) rotate(-4) scale(${scale}) translate(-32 -32)">
  ${letter(2.5, palette.coral)}
  ${letter(0, palette.ink)}
  ${hasChilli ? chilli(2, -2, 1, 8) : ''}</g>`
}
