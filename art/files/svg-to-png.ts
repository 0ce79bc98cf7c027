import { Resvg } from '@resvg/resvg-js'

/** Pixels as a renderer hands them out: four bytes each, rows from the top, alpha not multiplied in. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Draws an SVG without a browser. `width` is in pixels; the height follows from the picture. */
export function svgToPixels(svg: string, width: number): Pixels {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render()
  return { width: image.width, height: image.height, rgba: image.pixels }
}
