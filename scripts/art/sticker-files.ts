import { pictureFile, sticker } from '../../app/art/sticker.ts'
import { stickers, stickerSlugs } from '../../app/art/stickers.ts'
import type { Lettering } from '../../app/art/lettering.ts'
import type { PictureFile } from './picture.ts'
import { tidySvg } from './tidy-svg.ts'

/** The front of every product as a file of its own. */
export function stickerFronts(lettering: Lettering): PictureFile[] {
  return stickerSlugs.map((slug) => ({
    path: `stickers/${slug}.svg`,
    contents: tidySvg(pictureFile(sticker(stickers[slug], lettering))),
  }))
}
