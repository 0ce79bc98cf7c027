import type { Lettering } from '../lettering.ts'
import { mascot, type MascotName } from '../mascots/mascot.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { line, plate } from '../print.ts'
import { repeat, tenth } from '../../app/ui/shapes/outlines.ts'
import { stickers, type StickerSlug } from '../stickers.ts'
import { drawVessel } from '../vessels/vessel.ts'

/** Puts a prop, which is drawn with its base at 0 0, on the stage. `turn` is in degrees. */
export function placed(x: number, y: number, scale: number, svg: string, turn = 0): string {
  const rotation = turn === 0 ? '' : ` rotate(${turn})`
  const size = scale === 1 ? '' : ` scale(${scale})`
  return `<g transform="translate(${x} ${y})${rotation}${size}">${svg}</g>`
}

/** A plate with the line and slip that props share. */
export function prop(path: string, colour: string, slip = 3): string {
  return plate(path, colour, { width: 5, slip })
}

/** The halftone that a prop stands in. */
export function puddle(rx: number, ry = 9, x = 8, y = 3): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#htS)" opacity=".5"/>`
}

export function steam(x: number, y: number, colour: string = palette.milk, wisps = 2): string {
  return line(
    repeat(wisps, (index) => `M${x + index * 24} ${y}q-11-13 0-26t0-26`),
    6,
    colour,
  )
}

/** A mascot as a guest; `dressed` is drawn on top of it. */
export function guest(name: MascotName, scale: number, turn = 0, dressed = ''): string {
  return `<g transform="scale(${scale}) rotate(${turn})">${mascot(name)}${dressed}</g>`
}

/** A product as it stands on a table: its real vessel, without cut line. */
export function product(slug: StickerSlug, scale: number, lettering: Lettering): string {
  const { svg } = drawVessel(stickers[slug], lettering)
  const left = tenth(-150 * scale)
  const top = tenth(-336 * scale)
  return `${puddle(tenth(100 * scale))}<g transform="translate(${left} ${top}) scale(${scale})">${svg}</g>`
}

export function glitter(
  x: number,
  y: number,
  scale: number,
  colour: string = palette.milk,
): string {
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="M0-14Q2-2 14 0Q2 2 0 14Q-2 2-14 0Q-2-2 0-14Z" fill="${colour}"/>`
}
