import { tenth } from '../kit.ts'

/** A stretch of text of one weight. */
export interface Run {
  text: string
  bold: boolean
}

/** Reading type for pictures: measures and sets words in two weights. Widths and sizes share one unit. */
export interface ReadingType {
  width(text: string, size: number, bold: boolean): number
  set(text: string, x: number, y: number, size: number, bold: boolean, colour: string): string
}

const leading = 1.24

/** A word, or part of one, with what stands before it on the line. */
interface Piece {
  text: string
  bold: boolean
  /** True where a line may break before it. */
  spaced: boolean
}

/** Sets running text ragged right from `x`; `y` is the top. */
export function paragraph(
  runs: readonly Run[],
  x: number,
  y: number,
  width: number,
  size: number,
  colour: string,
  type: ReadingType,
): { svg: string; height: number } {
  const lines = brokenLines(piecesOf(runs), width, size, type)
  const step = size * leading
  const svg = lines.map((line, index) =>
    lineOf(line, x, tenth(y + size * 0.82 + index * step), size, colour, type),
  )
  return { svg: svg.join(''), height: lines.length * step }
}

function piecesOf(runs: readonly Run[]): Piece[] {
  let spaced = true
  return runs.flatMap(({ text, bold }) =>
    text.split(/( )/).flatMap((part) => {
      if (part === ' ' || part === '') {
        spaced ||= part === ' '
        return []
      }
      const piece = { text: part, bold, spaced }
      spaced = false
      return [piece]
    }),
  )
}

/** Pieces that touch stay together: "**fish**)," is one word in two weights. */
function brokenLines(
  pieces: readonly Piece[],
  width: number,
  size: number,
  type: ReadingType,
): Piece[][] {
  const lines: Piece[][] = []
  let used = 0
  for (const word of wordsOf(pieces)) {
    const wide = word.reduce((sum, piece) => sum + type.width(piece.text, size, piece.bold), 0)
    const space = type.width(' ', size, false)
    const current = lines.at(-1)
    if (current === undefined || used + space + wide > width) {
      lines.push([...word])
      used = wide
    } else {
      current.push(...word)
      used += space + wide
    }
  }
  return lines
}

function wordsOf(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = []
  for (const piece of pieces) {
    if (piece.spaced || words.length === 0) words.push([piece])
    else words.at(-1)?.push(piece)
  }
  return words
}

function lineOf(
  line: readonly Piece[],
  x: number,
  y: number,
  size: number,
  colour: string,
  type: ReadingType,
): string {
  let left = x
  let svg = ''
  line.forEach((piece, index) => {
    if (piece.spaced && index > 0) left += type.width(' ', size, false)
    svg += type.set(piece.text, tenth(left), y, size, piece.bold, colour)
    left += type.width(piece.text, size, piece.bold)
  })
  return svg
}
