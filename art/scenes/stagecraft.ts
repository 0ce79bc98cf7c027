import { line, palette, puddle, repeat, tenth } from '../kit.ts'
import { mascot, type MascotName } from '../mascots/mascot.ts'
import { stickers, type StickerSlug } from '../stickers.ts'
import { drawVessel } from '../vessels/vessel.ts'

export function steam(x: number, y: number, colour: string = palette.milk, wisps = 2): string {
  return line(6, colour)(repeat(wisps, (index) => `M${x + index * 24} ${y}q-11-13 0-26t0-26`))
}

/** A mascot as a guest; `dressed` is drawn on top of it. */
export function guest(name: MascotName, scale: number, turn = 0, dressed = ''): string {
  return `<g transform="scale(${scale}) rotate(${turn})">${mascot(name)}${dressed}</g>`
}

/** A product as it stands on a table: its real vessel, without cut line. */
export function product(slug: StickerSlug, scale: number): string {
  const { svg } = drawVessel(stickers[slug])
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
