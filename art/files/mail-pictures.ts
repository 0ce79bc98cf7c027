import { palette } from '../kit.ts'
import { pictureFile, sticker } from '../sticker.ts'
import { stickers, stickerSlugs } from '../stickers.ts'
import { standalone } from './art-files.ts'
import type { Brand } from './brand.ts'
import { palettePng } from './palette-png.ts'
import type { PictureFile } from './picture.ts'
import { placedSticker, poster } from './poster.ts'
import { svgToPixels } from './svg-to-png.ts'

/** Twice the size at which mails show them, so that they stay sharp. */
const sizes = { sticker: 144, wordmark: 412, awning: 1200, welcome: 1120 } as const

/** Pictures for mails: small PNGs, for mail programs show no SVG. */
export function mailPictures(brand: Brand): PictureFile[] {
  const png = (name: string, svg: string, width: number, colours = 96): PictureFile => ({
    path: `mail/${name}.png`,
    contents: palettePng(svgToPixels(svg, width), colours),
  })
  return [
    ...stickerSlugs.map((slug) => png(slug, pictureFile(sticker(stickers[slug])), sizes.sticker)),
    png('wordmark', standalone(brand.mark), sizes.wordmark, 32),
    png('awning', awningStrip(), sizes.awning, 16),
    png('welcome', welcomeHero(), sizes.welcome, 160),
  ]
}

function awningStrip(): string {
  const scallops = Array.from({ length: 25 }, (_, index) => {
    const colour = index % 2 === 0 ? palette.coral : palette.milk
    return `<path d="M${index * 24} 0h24v4a12 10 0 0 1-24 0Z" fill="${colour}" stroke="${palette.ink}" stroke-width="2"/>`
  })
  return standalone({ viewBox: '0 0 600 16', body: scallops.join('') })
}

/** Three stickers in front of the sun. */
function welcomeHero(): string {
  return poster(
    { width: 1120, height: 520, field: palette.blush },
    `<circle cx="560" cy="320" r="230" fill="${palette.cheddar}"/>` +
      placedSticker('apple-terror-sauce', { x: 290, y: 256, width: 307, turn: -10 }) +
      placedSticker('miss-marmalade-chilli-jam', {
        x: 838,
        y: 262,
        width: 318,
        turn: 9,
      }) +
      placedSticker('nashville-chilli-crisp', { x: 560, y: 246, width: 367, turn: -3 }),
  )
}
