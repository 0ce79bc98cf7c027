import { cycle, type Drawing, palette, repeat } from './kit.ts'
import { seededRandom } from './brush.ts'

const width = 1180
const height = 820
/** The minimum distance between two motifs, also across the seams between tiles, so that no rows are visible on a wide screen. */
const apart = 74
const throws = 6000

const inks = [
  palette.pink,
  palette.butter,
  palette.lime,
  '#A987FF',
  '#00C2B5',
  palette.coral,
] as const

interface Place {
  x: number
  y: number
}

type Motif = (ink: string, other: string) => string

const squiggle =
  (humps: number): Motif =>
  (ink) =>
    `<path d="M-28 0q7-16 14 0${repeat(humps - 1, () => 't14 0')}" fill="none" stroke="${ink}" stroke-width="7"/>`

const motifs: readonly { draw: Motif; reach: number }[] = [
  { draw: squiggle(3), reach: 34 },
  { draw: (ink) => `<path d="M-15-10L17-4L-4 16Z" fill="${ink}"/>`, reach: 20 },
  { draw: (ink) => `<path d="M-7-7L7 7M7-7L-7 7" stroke="${ink}" stroke-width="6"/>`, reach: 14 },
  { draw: squiggle(4), reach: 38 },
  {
    draw: (ink, other) =>
      `<circle r="20" fill="${ink}"/><ellipse rx="35" ry="9" fill="none" stroke="${other}" stroke-width="5"/>`,
    reach: 40,
  },
  { draw: (ink) => `<circle r="6" fill="${ink}"/>`, reach: 8 },
  { draw: squiggle(5), reach: 50 },
  {
    draw: (ink) =>
      `<path d="M0-24L7-7L26-6L11 6L16 24L0 14L-16 24L-11 6L-26-6L-7-7Z" fill="${ink}"/>`,
    reach: 30,
  },
  { draw: (ink) => `<circle r="13" fill="none" stroke="${ink}" stroke-width="6"/>`, reach: 18 },
  { draw: (ink) => `<path d="M-15-10L17-4L-4 16Z" fill="${ink}"/>`, reach: 20 },
]

/** Draws the pattern of a bowling-alley carpet as one large tile, with motifs at random positions that do not cross its edges. */
export function carpetTile(): Drawing {
  const random = seededRandom(7)
  const places: Place[] = []
  let body = ''
  for (let attempt = 0; attempt < throws; attempt += 1) {
    const { draw, reach } = cycle(motifs, places.length)
    const place = {
      x: Math.round(reach + random() * (width - 2 * reach)),
      y: Math.round(reach + random() * (height - 2 * reach)),
    }
    const turn = Math.round(random() * 360)
    if (places.some((other) => distance(place, other) < apart)) continue
    const ink = cycle(inks, Math.floor(random() * inks.length))
    const other = cycle(inks, inks.indexOf(ink) + 2)
    places.push(place)
    body += `<g transform="translate(${place.x} ${place.y}) rotate(${turn})">${draw(ink, other)}</g>`
  }
  return { viewBox: `0 0 ${width} ${height}`, body: `<g stroke-linecap="round">${body}</g>` }
}

/** Returns the distance between two points of a tile that is repeated, so that opposite edges touch. */
function distance(one: Place, other: Place): number {
  const dx = Math.abs(one.x - other.x)
  const dy = Math.abs(one.y - other.y)
  return Math.hypot(Math.min(dx, width - dx), Math.min(dy, height - dy))
}
