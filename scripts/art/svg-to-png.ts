import { Resvg } from '@resvg/resvg-js'

/** Pixels as a renderer hands them out: four bytes each, rows from the top, alpha not multiplied in. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Draws an SVG without a browser. `width` is in pixels; the height follows from the picture. */
export function svgToPixels(svg: string, width: number): Pixels {
  const image = render(svg, width)
  return { width: image.width, height: image.height, rgba: image.pixels }
}

/** Draws an SVG as a PNG in full colour. `width` is in pixels; the height follows from the picture. */
export function svgToPng(svg: string, width: number): Uint8Array {
  return render(svg, width).asPng()
}

function render(svg: string, width: number) {
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render()
}
