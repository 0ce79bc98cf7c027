/** One drawing command as opentype.js hands it out: M, L, Q, C or Z with absolute coordinates. */
export interface GlyphCommand {
  type: 'M' | 'L' | 'Q' | 'C' | 'Z'
  x?: number
  y?: number
  x1?: number
  y1?: number
  x2?: number
  y2?: number
}

interface Point {
  x: number
  y: number
}

const relativeLetter = { M: 'm', L: 'l', Q: 'q', C: 'c' } as const

/**
 * Writes glyph outlines as short SVG path data: relative, one decimal, no idle segments.
 *
 * `toPathData()` of opentype.js 2.0.0 glues values near zero to their neighbours and so loses letters,
 * which is why the shop writes its own.
 */
export function writePath(commands: readonly GlyphCommand[]): string {
  let pen: Point = { x: 0, y: 0 }
  let start = pen
  let data = ''
  for (const command of commands) {
    const points = pointsOf(command).map(rounded)
    const end = points[points.length - 1]
    if (end === undefined || command.type === 'Z') continue
    if (command.type === 'M') {
      data +=
        data === ''
          ? `M${joined([number(end.x), number(end.y)])}`
          : `z${segment('M', points, start)}`
      start = end
    } else if (command.type !== 'L' || !samePoint(end, pen)) {
      data += segment(command.type, points, pen)
    }
    pen = end
  }
  return data === '' ? '' : `${data}z`
}

function segment(type: 'M' | 'L' | 'Q' | 'C', points: readonly Point[], pen: Point): string {
  const end = points[points.length - 1] ?? pen
  if (type === 'L' && end.y === pen.y) return `h${number(end.x - pen.x)}`
  if (type === 'L' && end.x === pen.x) return `v${number(end.y - pen.y)}`
  const values = points.flatMap((point) => [point.x - pen.x, point.y - pen.y])
  return relativeLetter[type] + joined(values.map(number))
}

function pointsOf(command: GlyphCommand): Point[] {
  const pairs = [
    [command.x1, command.y1],
    [command.x2, command.y2],
    [command.x, command.y],
  ] as const
  return pairs.flatMap(([x, y]) => (x === undefined || y === undefined ? [] : [{ x, y }]))
}

function rounded(point: Point): Point {
  return { x: Math.round(point.x * 10) / 10, y: Math.round(point.y * 10) / 10 }
}

function samePoint(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y
}

function number(value: number): string {
  const tenth = Math.round(value * 10) / 10
  if (tenth === 0) return '0'
  return String(tenth).replace(/^(-?)0\./, '$1.')
}

/** A minus sign separates on its own; so does a second decimal point. */
function joined(values: readonly string[]): string {
  let data = ''
  for (const value of values) {
    const previousHasPoint = /\.\d+$/.test(data)
    const needsSpace =
      data !== '' && !value.startsWith('-') && !(value.startsWith('.') && previousHasPoint)
    data += needsSpace ? ` ${value}` : value
  }
  return data
}
