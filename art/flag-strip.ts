import { type FlagName, flags, tenth } from './kit.ts'

/** A flag's stripes one under another; the hair of overlap keeps seams from showing. */
export function flagStrip(
  x: number,
  y: number,
  width: number,
  height: number,
  name: FlagName,
): string {
  const colours = flags[name]
  const each = tenth(height / colours.length + 0.4)
  return colours
    .map(
      (colour, index) =>
        `<rect x="${x}" y="${tenth(y + (height * index) / colours.length)}" width="${width}" height="${each}" fill="${colour}"/>`,
    )
    .join('')
}

/** A flag's stripes side by side. */
export function flagBars(
  x: number,
  y: number,
  width: number,
  height: number,
  name: FlagName,
): string {
  const colours = flags[name]
  const each = tenth(width / colours.length + 0.4)
  return colours
    .map(
      (colour, index) =>
        `<rect x="${tenth(x + (width * index) / colours.length)}" y="${y}" width="${each}" height="${height}" fill="${colour}"/>`,
    )
    .join('')
}
