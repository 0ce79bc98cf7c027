import { brush } from '../app/ui/shapes/brush.ts'
import { chilli } from './chilli.ts'
import type { Drawing } from '../app/ui/shapes/shape-paths.ts'
import { palette } from '../app/ui/shapes/palette.ts'
import { tenth } from '../app/ui/shapes/outlines.ts'

/** A face whose words can be measured and outlined; sizes and widths share one unit. */
export interface Typeface {
  width(text: string, size: number): number
  outline(text: string, x: number, y: number, size: number): string
}

export interface WordmarkInks {
  paper?: string
  ink?: string
  drop?: string
  stroke?: string
}

/** A line of the name as it is set: each piece between two apostrophes is one outline. */
interface SetLine {
  letters: string
  chillies: string
}

const box = { width: 279, height: 76 } as const
const margin = 14
const largest = 46
const middle = 33
/** How far below the middle of its line a letter stands, as a share of its size. */
const depth = 17 / 46

/** Letters that lean away from the chilli, so that it fits between them and the next. */
const leaning = /[FPTVWY]$/
const roomForChilli = 13
const roomBesideUpright = 18

/**
 * The shop's name as its sign: letters on a brush stroke, with a chilli for each apostrophe. The box stays
 * the same whatever the name, so that headers and letters keep their size; a long name is set smaller, or in
 * two lines where that makes it larger.
 */
export function wordmark(
  name: string,
  typeface: Typeface,
  {
    paper = palette.milk,
    ink = palette.ink,
    drop = palette.coral,
    stroke = palette.teal,
  }: WordmarkInks = {},
): Drawing {
  const lines = bestLines(name, typeface)
  const size = sizeOf(lines, typeface)
  const set = lines.map((line, index) => {
    const fromMiddle = (index - (lines.length - 1) / 2) * size
    return setLine(line, middle + fromMiddle + size * depth, size, typeface, paper, ink)
  })
  const letters = set.map((line) => line.letters).join('')
  const w = box.width
  const body =
    `${strokeUnder(stroke)}<g transform="rotate(-4 ${w / 2} 34)">` +
    `<path d="${letters}" fill="none" stroke="${paper}" stroke-width="9" stroke-linejoin="round"/>` +
    `<path d="${letters}" fill="${drop}" transform="translate(3 3)"/><path d="${letters}" fill="${ink}"/>` +
    `${set.map((line) => line.chillies).join('')}</g>`
  return { viewBox: `0 -2 ${w} ${box.height}`, body }
}

function strokeUnder(colour: string): string {
  const w = box.width
  return brush({
    along: [
      [3, 44],
      [w * 0.34, 66],
      [w * 0.62, 40],
      [w - 3, 20],
    ],
    width: 40,
    bristles: 12,
    colour,
    seed: 3,
    dryness: 0.14,
  })
}

/** One line, or two broken at the space that leaves them the largest. */
function bestLines(name: string, typeface: Typeface): string[] {
  const words = name.trim().split(/\s+/)
  const choices = words.map((_, at) =>
    [words.slice(0, at).join(' '), words.slice(at).join(' ')].filter((line) => line !== ''),
  )
  return choices.reduce((best, lines) =>
    sizeOf(lines, typeface) > sizeOf(best, typeface) ? lines : best,
  )
}

function sizeOf(lines: readonly string[], typeface: Typeface): number {
  const widest = Math.max(...lines.map((line) => widthOf(line, largest, typeface)))
  const fitting = Math.min(1, (box.width - 26) / widest)
  return largest * Math.min(fitting, lines.length === 1 ? 1 : 0.66, roomAbove(lines, typeface))
}

/** The sign rises to the right, where a chilli needs room over its letters. */
function roomAbove([first = '']: readonly string[], typeface: Typeface): number {
  const before = first.slice(0, Math.max(0, first.search(/['’][^'’]*$/)))
  return typeface.width(before, largest) > box.width / 4 ? 0.84 : 1
}

function widthOf(line: string, size: number, typeface: Typeface): number {
  const pieces = piecesOf(line)
  const gaps = pieces.slice(0, -1).map((piece) => roomAfter(piece, size))
  return [...pieces.map((piece) => typeface.width(piece, size)), ...gaps].reduce((a, b) => a + b)
}

function setLine(
  line: string,
  baseline: number,
  size: number,
  typeface: Typeface,
  paper: string,
  ink: string,
): SetLine {
  const scale = size / largest
  const set: SetLine = { letters: '', chillies: '' }
  let x = Math.max(margin, (box.width - widthOf(line, size, typeface)) / 2)
  piecesOf(line).forEach((piece, index, pieces) => {
    if (piece !== '') set.letters += typeface.outline(piece, x, baseline, size)
    x += typeface.width(piece, size)
    if (index === pieces.length - 1) return
    const room = roomAfter(piece, size)
    const at = tenth(x + room - 55.49 * scale)
    set.chillies += chilli({ x: at, y: tenth(baseline - 53 * scale), scale, paper, ink, edge: 9 })
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
