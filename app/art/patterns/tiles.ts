import { palette } from '../palette.ts'
import { repeat } from '../shapes.ts'

/** A piece of pattern with its size in CSS pixels; it repeats without a seam. */
export interface Tile {
  width: number
  height: number
  body: string
}

/** Patterns behind the stickers. They are black, because the page uses them as masks over any tint. */
export const slotTiles = {
  dots: {
    width: 28,
    height: 28,
    body: '<circle cx="7" cy="7" r="3.6"/><circle cx="21" cy="21" r="3.6"/>',
  },
  squiggle: {
    width: 120,
    height: 100,
    body:
      '<g fill="none" stroke="#000" stroke-width="6" stroke-linecap="round">' +
      '<path d="M14 24q6-14 12 0t12 0t12 0" transform="rotate(-20 30 24)"/>' +
      '<path d="M74 66q6-14 12 0t12 0t12 0" transform="rotate(24 92 66)"/>' +
      '<path d="M10 84q6-14 12 0t12 0" transform="rotate(60 22 84)"/>' +
      '<path d="M80 16q6-14 12 0t12 0" transform="rotate(-60 92 16)"/></g>',
  },
  confetti: {
    width: 110,
    height: 96,
    body:
      '<path d="M16 12l18 8l-16 12ZM78 50l20-4l-8 18ZM30 74l16 6l-14 10ZM84 6l12 12l-16 4Z"/>' +
      '<g fill="none" stroke="#000" stroke-width="4"><circle cx="60" cy="30" r="7"/><path d="M60 78l14 10M8 52l8 8"/></g>',
  },
  grid: { width: 32, height: 32, body: '<path d="M0 0H32V2.5H0ZM0 0H2.5V32H0Z"/>' },
  zigzag: {
    width: 48,
    height: 30,
    body: '<path d="M0 20L12 6L24 20L36 6L48 20" fill="none" stroke="#000" stroke-width="4.5"/>',
  },
} as const satisfies Record<string, Tile>

/** The market stall's awning that hangs under the header. */
export const awningTile: Tile = {
  width: 48,
  height: 16,
  body:
    `<path d="M0 0h24v4a12 10 0 0 1-24 0Z" fill="${palette.coral}"/>` +
    `<path d="M24 0h24v4a12 10 0 0 1-24 0Z" fill="${palette.milk}"/>` +
    `<path d="M0 4a12 10 0 0 0 24 0a12 10 0 0 0 24 0" fill="none" stroke="${palette.ink}" stroke-width="2.5"/>`,
}

/** Two rows of ink and milk between strong fields. */
export const checkerTile: Tile = {
  width: 32,
  height: 32,
  body: `<path d="M0 0H32V32H0Z" fill="${palette.milk}"/><path d="M0 0H16V32H32V16H0Z" fill="${palette.ink}"/>`,
}

/** A black mask whose lower edge is cut with pinking shears. */
export const pinkedEdgeTile: Tile = {
  width: 26,
  height: 14,
  body: '<path d="M0 0H26V2L13 13L0 2Z"/>',
}

/** The dots of the stickers' shadows. */
export const halftoneTile: Tile = {
  width: 7,
  height: 7,
  body: `<circle cx="3.5" cy="3.5" r="1.7" fill="${palette.ink}"/>`,
}

/** Rays from the middle of a 600 x 600 field, every other one left clear for the field's colour. */
export function rays(colour: string, count = 9): string {
  const rim = (angle: number) =>
    `${Math.round(300 + 600 * Math.cos(angle))} ${Math.round(300 + 600 * Math.sin(angle))}`
  const data = repeat(count, (index) => {
    const from = (index * 2 * Math.PI) / count
    return `M300 300L${rim(from)}L${rim(from + Math.PI / count)}Z`
  })
  return `<path d="${data}" fill="${colour}"/>`
}
