import {
  circle,
  clipped,
  dot,
  type Drawing,
  drawn,
  palette,
  repeat,
  roundEnds,
  tenth,
} from '../kit.ts'
import { doorPaths } from '../../app/ui/shapes/shape-paths.ts'

/** The hero's sun, its coral dots growing towards the horizon. */
export function heroSun(): Drawing {
  const disc = circle(200, 200, 190)
  const rows = repeat(14, (row) => {
    const y = 150 + row * 17
    const dots = repeat(24, (column) => dot(tenth(column * 17 + (row % 2) * 8.5), y))
    return `<path d="${dots}" stroke-width="${tenth(2 + row * 1.24)}"/>`
  })
  const shade = `<g stroke="${palette.coral}" opacity=".85">${rows}</g>`
  return {
    viewBox: '0 0 400 400',
    body: roundEnds(`<path d="${disc}" fill="${palette.cheddar}"/>${clipped(disc, shade)}`),
  }
}

/** Bits and bobs scattered round the hero's stickers. */
export function heroBits(): Drawing {
  const triangle = 'l62 18l-46 50Z'
  return {
    viewBox: '0 0 600 560',
    body: roundEnds(
      drawn`
  <path d="M28 64${triangle}" fill="${palette.lime}"/>
  <path d="M34 70${triangle}" fill="none" stroke="${palette.ink}" stroke-width="5"/>
  <g fill="none" stroke="${palette.grape}" stroke-width="9"><path d="M470 500q10-24 22 0t22 0t22 0"/><circle cx="566" cy="40" r="20"/></g>
  <g fill="${palette.ink}"><circle cx="110" cy="520" r="7"/><circle cx="140" cy="536" r="7"/><circle cx="84" cy="542" r="7"/></g>`,
    ),
  }
}

/** One of the kiss-cut doors of the home page; its mascot stands on top of it. */
export function door(shape: keyof typeof doorPaths, colour: string): Drawing {
  const path = doorPaths[shape]
  return {
    viewBox: '-8 -8 224 224',
    body: drawn`
  <path d="${path}" transform="translate(8 10)" fill="url(#htS)" stroke="url(#htS)" stroke-width="21" opacity=".42"/>
  <path d="${path}" fill="${colour}" stroke="${palette.ink}" stroke-width="21" stroke-linejoin="round"/>
  <path d="${path}" fill="${colour}" stroke="${palette.milk}" stroke-width="16" stroke-linejoin="round"/>`,
  }
}

const pixelRows = [
  '..............##',
  '............###.',
  '...........gg...',
  '.....rr...gg....',
  '....rrrrrrgg....',
  '....rrrwrrrr....',
  '.....rrwwrrr....',
  '......rrrrrr....',
  '.......rrrrr....',
  '........rrr.....',
  '.......rrr......',
  '.....rrr........',
] as const

/** The teletext chilli, sixteen pixels by twelve. */
export function pixelChilli(): Drawing {
  const squares = (signs: string) =>
    pixelRows
      .flatMap((row, y) =>
        [...row].map((sign, x) => (signs.includes(sign) ? `M${x} ${y}h1v1h-1z` : '')),
      )
      .join('')
  return {
    viewBox: '0 0 16 12',
    body: `<g shape-rendering="crispEdges"><path d="${squares('r')}" fill="#F55"/><path d="${squares('g#')}" fill="#5F5"/><path d="${squares('w')}" fill="#FFF"/></g>`,
  }
}
