import { drawMarkup, palette, tenth } from '../lib/kit.ts'
import type { StickerDrawing, VesselArt } from './parts.ts'

const cutLine = 27
const dieCut = 22

/** The view box of a product picture. Its aspect ratio is 5 to 6, and it has space for cut line and shadow. */
export const pictureViewBox = '-9 -6 318 381.6'

/** Draws a product as a die-cut sticker on an artboard of 300 x 360, with the bottom of the product at y = 336. */
export function drawDieCutProduct(art: StickerDrawing): string {
  return dieCutSticker(art.vessel(art))
}

/** Adds a halftone shadow, a cut line and a white edge round the silhouette of a vessel's drawing. */
export function dieCutSticker(vessel: VesselArt): string {
  const shadow = `<g transform="translate(11 13)" opacity=".42">${silhouette(vessel, 'url(#htS)', cutLine)}</g>`
  return drawMarkup`
  ${shadow}
  ${silhouette(vessel, palette.ink, cutLine)}
  ${silhouette(vessel, palette.milk, dieCut)}
  ${vessel.svg}`
}

function silhouette(vessel: VesselArt, colour: string, grow: number): string {
  const { outline, handles = [], contentOutlines = [] } = vessel
  const loops = handles.map(
    ({ path, width }) =>
      `<path d="${path}" fill="none" stroke-width="${width + grow}" stroke-linecap="round"/>`,
  )
  const placed = contentOutlines.map(
    ({ outline: paths, x, y, scale }) =>
      `<g transform="translate(${x} ${y}) scale(${scale})">${grown(paths, tenth(grow / scale))}</g>`,
  )
  return `<g fill="${colour}" stroke="${colour}" stroke-linejoin="round">${grown(outline, grow)}${loops.join('')}${placed.join('')}</g>`
}

function grown(paths: readonly string[], width: number): string {
  return paths.map((path) => `<path d="${path}" stroke-width="${width}"/>`).join('')
}
