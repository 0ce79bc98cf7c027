import { business } from '../../domain/business.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import type { StickerDrawing } from '../vessels/parts.ts'
import { GlyphSheet } from '../reading.ts'
import { pictureFile, sticker } from '../sticker.ts'
import { stickers, stickerSlugs, type StickerSlug } from '../stickers.ts'
import { backLabel } from '../views/back-label.ts'
import { thirdView } from '../views/third-view.ts'
import { mascotPicture, type PictureFile, standalone } from './pictures.ts'
import { tidySvg } from './tidy-svg.ts'

/** The three pictures of every product, front, back label and third view, and the bare mascot of those that have one. */
export function stickerFiles(): PictureFile[] {
  return stickerSlugs.flatMap((slug) => {
    const drawing: StickerDrawing = stickers[slug]
    const pictures = {
      '': pictureFile(sticker(drawing)),
      '-label': labelFile(slug),
      '-third': pictureFile(thirdView(drawing)),
      ...(drawing.mascot && { '-mascot': standalone(mascotPicture(drawing.mascot.name)) }),
    }
    return Object.entries(pictures).map(([part, svg]) => ({
      path: `stickers/${slug}${part}.svg`,
      contents: tidySvg(svg),
    }))
  })
}

function labelFile(slug: StickerSlug): string {
  const words = seedProducts.find((product) => product.slug === slug)
  if (words === undefined) throw new RangeError(`there are no words for the label of ${slug}`)
  const maker = { name: business.legalName, address: business.registeredOffice }
  const glyphs = new GlyphSheet()
  const body = backLabel(stickers[slug], { ...words, maker }, glyphs)
  return pictureFile(`<defs>${glyphs.definitions()}</defs>${body}`)
}
