import { palette } from '../../app/ui/shapes/palette.ts'
import { line } from '../print.ts'
import { repeat, tenth } from '../../app/ui/shapes/outlines.ts'

/** Ink lines of vessels are heavier than those of anything else. */
export const vesselLine = { width: 5.5 }

export function outlineOf(path: string): string {
  return line(path, vesselLine.width)
}

/** Grip ridges of a cap: upright lines spread over a width. */
export function ridges(x: number, y: number, width: number, height: number, count: number): string {
  const data = repeat(
    count,
    (index) => `M${tenth(x + (width * (index + 1)) / (count + 1))} ${y}v${height}`,
  )
  return line(data, 3)
}

/** Light from the top left. */
export function glint(path: string, width = 7): string {
  return line(path, width, palette.milk)
}
