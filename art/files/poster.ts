import { halftonePatterns, roundEndsAttributes } from '../kit.ts'
import { pictureViewBox, sticker } from '../sticker.ts'
import { stickers, type StickerSlug } from '../stickers.ts'
import { tidySvg } from './tidy-svg.ts'

export interface Spot {
  /** Where the middle of the sticker comes to lie. */
  x: number
  y: number
  width: number
  /** Degrees. */
  turn: number
}

/** A picture of its own that stickers are stuck on. */
export function poster(
  { width, height, field }: { width: number; height: number; field: string },
  body: string,
): string {
  return tidySvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${roundEndsAttributes}>` +
      `<defs>${halftonePatterns()}</defs><rect width="${width}" height="${height}" fill="${field}"/>${body}</svg>\n`,
  )
}

export function placedSticker(slug: StickerSlug, { x, y, width, turn }: Spot): string {
  const height = width * 1.2
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn})"><svg x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" viewBox="${pictureViewBox}">` +
    `${sticker(stickers[slug])}</svg></g>`
  )
}
