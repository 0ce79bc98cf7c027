import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

/** Converts an SVG to a PNG with a small palette, without a browser. `width` is in pixels; the height keeps the aspect ratio. */
export function renderPng(svg: string, width: number): Promise<Uint8Array> {
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render()
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const
  return sharp(drawn.pixels, { raw }).png({ quality: 60, dither: 0 }).toBuffer()
}
