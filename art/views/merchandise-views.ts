import {
  clipped,
  cycle,
  drawn,
  halftone,
  line,
  palette,
  plate,
  roundedRect,
  tenth,
} from '../kit.ts'
import type { StickerDrawing, VesselArt } from '../drawing.ts'
import { flagBars, flagStrip } from '../flag-strip.ts'
import { ground } from '../ground.ts'
import { title } from '../lettering.ts'
import { mascot, type MascotName } from '../mascots/mascot.ts'
import { handleBand, mugHandle, mugOutline, mugSteam, teeOutline } from '../vessels/merchandise.ts'
import { glint, outlineOf } from '../vessels/parts.ts'

/** The tote, folded in three, as it comes out of the post. */
export function foldedTote(art: StickerDrawing): VesselArt {
  const parcel = roundedRect(40, 150, 220, 186, 14)
  const loop = 'M98 160C96 62 204 62 202 160'
  const ink = art.plate?.ink ?? palette.ink
  const sash = (svg: string) => `<g transform="rotate(-8 150 250)">${svg}</g>`
  const tag = plate(roundedRect(66, 196, 168, 60, 9), art.plate?.colour ?? palette.milk, {
    width: 4,
    slip: 0,
  })
  return {
    outline: [parcel],
    handles: [{ path: loop, width: 20 }],
    svg: drawn`
  ${handleBand(loop, art.cap, 21, 11)}
  ${plate(parcel, art.body)}
  ${clipped(parcel, sash(flagStrip(10, 268, 290, 40, art.flag)))}
  ${halftone(parcel, 176, 150, 84, 186)}
  ${line(3.4)}M40 182H260M40 318H260
  ${line(4, palette.milk)}M52 166H150M162 166h8
  ${sash(tag + title(art.lines, 150, 200, 150, 52, ink).svg)}
  ${outlineOf(parcel)}`,
  }
}

const backPrint: readonly (MascotName | null)[] = [
  'bear',
  'apple',
  'peach',
  'lemon',
  'chilli',
  null,
]

/** The back of the tee: a page of the album with one slot still to fill. */
export function teeBack(art: StickerDrawing): VesselArt {
  const tints = [palette.peach, palette.mint, palette.lilac, palette.blush, palette.butter]
  const slots = backPrint.map((name, index) => {
    const x = 96 + (index % 3) * 38
    const y = 138 + Math.floor(index / 3) * 46
    const slot = roundedRect(x, y, 32, 39, 6)
    if (name === null) {
      return `<path d="${slot}" fill="none" stroke="${palette.ink}" stroke-width="2.6" stroke-dasharray="6 5"/>`
    }
    return `<path d="${slot}" fill="${cycle(tints, index)}"/><g transform="translate(${x + 16} ${y + 21}) scale(.33)">${mascot(name)}</g>`
  })
  return {
    outline: [teeOutline],
    svg: drawn`
  ${plate(teeOutline, art.body)}
  ${halftone(teeOutline, 170, 60, 64, 280)}
  ${line(3.5)}M72 160C74 146 70 134 64 124M228 160C226 146 230 134 236 124M100 70C122 84 178 84 200 70
  ${slots.join('')}
  <path d="${roundedRect(139, 88, 22, 16, 3)}" fill="${art.cap}" stroke="${palette.ink}" stroke-width="2.6"/>
  ${flagBars(96, 240, 108, 12, art.flag)}
  ${outlineOf(teeOutline)}`,
  }
}

/** The other side of the mug, and the other accent. */
export function mugOtherSide(art: StickerDrawing): VesselArt {
  const mirrored = (svg: string) => `<g transform="matrix(-1 0 0 1 300 0)">${svg}</g>`
  const body = 'M244 140H88V300Q88 336 122 336H210Q244 336 244 300Z'
  const handle = 'M92 172H74Q42 172 42 206V240Q42 278 80 278H92'
  const name = title(['HOWDY', 'Y’ALL!'], 166, 176, 118, 42, palette.ink)
  const card = plate(roundedRect(98, 166, 136, tenth(name.height + 18), 10), palette.butter, {
    width: 4,
    slip: 0,
  })
  const glaze = art.ground ? ground(art.ground, { x: 84, y: 140, width: 160, height: 200 }) : ''
  return {
    outline: [body],
    handles: [{ path: handle, width: 26 }],
    svg: drawn`
  ${mirrored(line(7, art.cap)(mugSteam) + handleBand(mugHandle, art.cap, 27, 16))}
  ${mirrored(plate(mugOutline, art.body))}
  ${clipped(body, glaze + flagStrip(84, 308, 164, 30, art.flag))}
  ${halftone(body, 180, 138, 66, 200)}
  <g transform="rotate(5 166 220)">${card}${name.svg}</g>
  ${line(4)}M88 306H244
  ${outlineOf(body)}
  ${glint('M103 156V160M103 262V292')}`,
  }
}
