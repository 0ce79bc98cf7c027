import { line, palette, repeat, tenth } from '../kit.ts'

/** Ink lines of vessels are heavier than those of anything else. */
export const vesselLine = { width: 5.5 }

export function outlineOf(path: string): string {
  return line(vesselLine.width)(path)
}

/** Grip ridges of a cap: upright lines spread over a width. */
export function ridges(x: number, y: number, width: number, height: number, count: number): string {
  const data = repeat(
    count,
    (index) => `M${tenth(x + (width * (index + 1)) / (count + 1))} ${y}v${height}`,
  )
  return line(3)(data)
}

/** Light from the top left. */
export function glint(path: string, width = 7): string {
  return line(width, palette.milk)(path)
}
