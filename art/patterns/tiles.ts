import { repeat } from '../kit.ts'

/** A piece of pattern with its size in CSS pixels; it repeats without a seam. */
export interface Tile {
  width: number
  height: number
  body: string
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
