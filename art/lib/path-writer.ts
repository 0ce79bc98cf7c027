import { tenth } from '../../app/ui/shapes/outlines.ts'

/** A drawing command of opentype.js: M, L, Q, C or Z with absolute coordinates. */
export interface GlyphCommand {
  type: 'M' | 'L' | 'Q' | 'C' | 'Z'
  x?: number
  y?: number
  x1?: number
  y1?: number
  x2?: number
  y2?: number
}

type Point = readonly [x: number, y: number]

/**
 * Converts glyph outlines to short SVG path data, with relative coordinates and one decimal. The own `toPathData()` of opentype.js
 * 2.0.0 is not used, because it joins values near zero to the next value and so damages letters.
 */
export function toPathData(commands: readonly GlyphCommand[]): string {
  let pen: Point = [0, 0]
  let start = pen
  let data = ''
  for (const { type, x1, y1, x2, y2, x, y } of commands) {
    if (type === 'Z' || x === undefined || y === undefined) continue
    const end: Point = [tenth(x), tenth(y)]
    const points = [...pointAt(x1, y1), ...pointAt(x2, y2), end]
    if (type === 'M') {
      data += data === '' ? `M${joined(end)}` : `z${segment('m', points, start)}`
      start = end
    } else if (type !== 'L' || end[0] !== pen[0] || end[1] !== pen[1]) {
      data += segment(type.toLowerCase(), points, pen)
    }
    pen = end
  }
  return data === '' ? '' : `${data}z`
}

function pointAt(x: number | undefined, y: number | undefined): Point[] {
  return x === undefined || y === undefined ? [] : [[tenth(x), tenth(y)]]
}

function segment(letter: string, points: readonly Point[], pen: Point): string {
  const values = points.flatMap(([x, y]) => [x - pen[0], y - pen[1]])
  const [right, down] = values
  if (letter === 'l' && down === 0) return `h${joined([right ?? 0])}`
  if (letter === 'l' && right === 0) return `v${joined([down ?? 0])}`
  return letter + joined(values)
}

/** Joins numbers, with a space only where it is needed: a minus sign or a second decimal point also separates two numbers. */
function joined(values: readonly number[]): string {
  return values.map(tenth).reduce((data, value) => {
    const text = value === 0 ? '0' : String(value).replace(/^(-?)0\./, '$1.')
    const needsNoSpace =
      data === '' || text.startsWith('-') || (text.startsWith('.') && /\.\d+$/.test(data))
    return data + (needsNoSpace ? text : ` ${text}`)
  }, '')
}
