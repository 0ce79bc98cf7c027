import type { Lettering } from '../../app/art/lettering.ts'
import { palette } from '../../app/art/palette.ts'
import { rays } from '../../app/art/patterns/tiles.ts'
import type { Brand } from './brand.ts'
import { palettePng } from './palette-png.ts'
import type { PictureFile } from './picture.ts'
import { placedSticker, poster } from './poster.ts'
import { svgToPixels } from './svg-to-png.ts'

const size = { width: 1200, height: 630 } as const

/** The picture that other sites show beside a link to the shop. */
export function sharePicture(lettering: Lettering, { mark }: Brand): PictureFile {
  const svg = poster(
    { ...size, field: palette.blush },
    `<g transform="translate(300 50) scale(2)">${rays('#FFD3E6', 12)}</g>` +
      `<circle cx="890" cy="340" r="240" fill="${palette.cheddar}"/>` +
      `<svg x="50" y="118" width="574" height="156" viewBox="${mark.viewBox}">${mark.body}</svg>` +
      lettering('BOLD FLAVOURS.', 322, 386, 50, palette.ink) +
      lettering('INCLUSIVE VIBES.', 322, 448, 45, palette.grape) +
      placedSticker('apple-terror-sauce', lettering, { x: 690, y: 300, width: 330, turn: -12 }) +
      placedSticker('mandarin-pineapple-sage-hot-sauce', lettering, {
        x: 1060,
        y: 290,
        width: 330,
        turn: 11,
      }) +
      placedSticker('nashville-chilli-crisp', lettering, { x: 876, y: 350, width: 400, turn: -3 }),
  )
  return { path: 'art/share.png', contents: palettePng(svgToPixels(svg, size.width), 160) }
}
