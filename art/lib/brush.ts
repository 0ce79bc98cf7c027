import { type Drawing, palette, tenth } from './kit.ts'

type Point = readonly [x: number, y: number]

export interface BrushStroke {
  /** The cubic Bézier curve along the middle of the stroke, as x and y of its four points. */
  along: readonly [number, number, number, number, number, number, number, number]
  width: number
  bristles: number
  colour: string
  /** The seed of the random numbers: the same seed always draws the same stroke. */
  seed: number
  /** The length from 0 to 1 by which bristles may be shorter than the stroke. Those at its edges are the shortest. */
  dryness: number
}

const samples = 9

/** Draws a stroke of a dry brush: parallel bristles along a curve, whose ends are cut off at random. */
export function drawBrushStroke(stroke: BrushStroke): string {
  const { along, width, bristles, colour, seed, dryness } = stroke
  const random = seededRandom(seed)
  let paths = ''
  for (let index = 0; index < bristles; index += 1) {
    const offset = index / (bristles - 1) - 0.5
    const edge = Math.abs(offset) * 2
    const from = random() * 0.05 * (0.4 + edge)
    const to = 1 - random() * dryness * (0.25 + edge * 0.9)
    const phase = random() * 6
    const points = Array.from({ length: samples + 1 }, (_, step) =>
      bristlePoint(along, from + ((to - from) * step) / samples, offset, width, phase),
    )
    const thickness = edge > 0.8 ? 1 + random() * 0.5 : 1.5 + random() * 0.9
    paths += `<path d="${smooth(points)}" stroke-width="${tenth((width / bristles) * thickness)}"/>`
  }
  return `<g fill="none" stroke="${colour}" stroke-linecap="round">${paths}</g>`
}

/**
 * Returns a random number generator with results from 0 to 1. The same seed gives the same numbers, so that drawings are the same
 * in every build.
 */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

function bristlePoint(
  [x0, y0, x1, y1, x2, y2, x3, y3]: BrushStroke['along'],
  t: number,
  offset: number,
  width: number,
  phase: number,
): Point {
  const u = 1 - t
  const at = (a: number, b: number, c: number, d: number) =>
    u ** 3 * a + 3 * u ** 2 * t * b + 3 * u * t * t * c + t ** 3 * d
  const slope = (a: number, b: number, c: number, d: number) =>
    3 * u ** 2 * (b - a) + 6 * u * t * (c - b) + 3 * t * t * (d - c)
  const dx = slope(x0, x1, x2, x3)
  const dy = slope(y0, y1, y2, y3)
  const length = Math.hypot(dx, dy) || 1
  const spread = width * offset * (0.82 + 0.25 * t) + Math.sin(phase + t * 5) * width * 0.012
  const x = at(x0, x1, x2, x3) - (dy / length) * spread
  const y = at(y0, y1, y2, y3) + (dx / length) * spread
  return [tenth(x), tenth(y)]
}

function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.pop()
  if (first === undefined || last === undefined) return ''
  let data = `M${first.join(' ')}`
  rest.forEach((point, index) => {
    const next = rest[index + 1] ?? last
    const middle = [tenth((point[0] + next[0]) / 2), tenth((point[1] + next[1]) / 2)]
    data += `Q${point.join(' ')} ${middle.join(' ')}`
  })
  return `${data}L${last.join(' ')}`
}

/** Draws a teal brush stroke with a purple zigzag on top, for the home page's hero. */
export function swoosh(): Drawing {
  const wide = drawBrushStroke({
    along: [10, 470, 240, 500, 520, 330, 880, 60],
    width: 210,
    bristles: 30,
    colour: palette.teal,
    seed: 11,
    dryness: 0.26,
  })
  const thin = drawBrushStroke({
    along: [90, 548, 330, 556, 600, 420, 872, 210],
    width: 16,
    bristles: 5,
    colour: palette.grape,
    seed: 5,
    dryness: 0.3,
  })
  const zigzag = `<path d="M60 470L190 330L205 452L340 270L360 398L500 200L520 330L650 120L668 240L812 40" fill="none" stroke="${palette.grape}" stroke-width="15" stroke-linejoin="round" stroke-linecap="round"/>`
  return { viewBox: '0 0 920 572', body: wide + zigzag + thin }
}
