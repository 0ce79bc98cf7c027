import { stickerFiles } from '../../art/files/pictures.ts'

/** Returns the SVG text of every product picture, by its file name without extension. */
export function drawStickers(): Map<string, string> {
  return new Map(
    stickerFiles().map(({ path, svg }) => [path.replace('stickers/', '').replace('.svg', ''), svg]),
  )
}
