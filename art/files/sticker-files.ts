import type { StickerDrawing } from '../vessels/parts.ts'
import { mascots } from '../mascots.ts'
import { pictureFile, sticker } from '../sticker.ts'
import { stickers, stickerSlugs, type StickerSlug } from '../stickers.ts'
import { backLabel, type LabelWords } from '../views/back-label.ts'
import { thirdView } from '../views/third-view.ts'
import { type PictureFile, standalone } from './pictures.ts'
import { glyphText, type ReadingFonts } from './glyph-text.ts'
import { tidySvg } from './tidy-svg.ts'

/** The words for each product's label, by its address. */
export type LabelBook = ReadonlyMap<string, LabelWords>

/** The three pictures of every product, front, back label and third view, and the bare mascot of those that have one. */
export function stickerFiles(fonts: ReadingFonts, labels: LabelBook): PictureFile[] {
  return stickerSlugs.flatMap((slug) => [
    picture(slug, pictureFile(sticker(stickers[slug]))),
    picture(`${slug}-label`, labelFile(slug, fonts, labels)),
    picture(`${slug}-third`, pictureFile(thirdView(stickers[slug]))),
    ...mascotFile(slug),
  ])
}

function mascotFile(slug: StickerSlug): PictureFile[] {
  const drawing: StickerDrawing = stickers[slug]
  if (drawing.mascot === undefined) return []
  const svg = standalone({ viewBox: '-60 -60 120 120', body: mascots[drawing.mascot.name] })
  return [picture(`${slug}-mascot`, svg)]
}

function labelFile(slug: StickerSlug, fonts: ReadingFonts, labels: LabelBook): string {
  const words = labels.get(slug)
  if (words === undefined) throw new RangeError(`there are no words for the label of ${slug}`)
  const text = glyphText(fonts)
  const body = backLabel(stickers[slug], words, text.type)
  return pictureFile(`<defs>${text.definitions()}</defs>${body}`)
}

function picture(name: string, svg: string): PictureFile {
  return { path: `stickers/${name}.svg`, contents: tidySvg(svg) }
}
