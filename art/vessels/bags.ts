import {
  circle,
  clipped,
  drawn,
  halftone,
  line,
  palette,
  plate,
  repeat,
  roundedRect,
  tenth,
} from '../kit.ts'
import type { StickerDrawing, VesselArt } from '../drawing.ts'
import { flagStrip } from '../flag-strip.ts'
import { ground } from '../ground.ts'
import { label } from '../label.ts'
import { title } from '../lettering.ts'
import { mascot } from '../mascots/mascot.ts'
import { glint, outlineOf, vesselLine } from './parts.ts'

/** The pouch with a pinked top. */
export function pouch(art: StickerDrawing): VesselArt {
  const pinked = repeat(14, (index) => `l12.1 ${index % 2 ? 7 : -7}`)
  const body = `M60 66${pinked}L246 300Q250 336 222 336H78Q50 336 54 300Z`
  const box = { x: 50, y: 104, width: 200, height: 190 }
  return {
    outline: [body],
    svg: drawn`
  ${plate(body, art.body)}
  ${clipped(body, (art.ground ? ground(art.ground, box) : '') + flagStrip(40, 296, 220, 44, art.flag))}
  ${halftone(body, 176, 60, 74, 280)}
  ${line(4)}M58 104H242M53 296H247
  <path d="${roundedRect(128, 76, 44, 14, 7)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4"/>
  ${pouchMascot(art)}
  ${pouchName(art)}
  ${outlineOf(body)}
  ${glint('M68 120L64 190M63 204V208')}`,
  }
}

function pouchMascot({ mascot: art }: StickerDrawing): string {
  if (art === undefined) return ''
  const scale = Math.round(1.12 * (art.scale ?? 1) * 100) / 100
  return `<g transform="translate(150 ${168 + (art.drop ?? 0)}) scale(${scale})">${mascot(art.name)}</g>`
}

function pouchName(art: StickerDrawing): string {
  const name = title(art.lines, 0, 0, 146, 32, art.plate?.ink ?? palette.ink)
  const card = plate(
    roundedRect(-84, -6, 168, tenth(name.height + 12), 8),
    art.plate?.colour ?? palette.milk,
    { width: 3.5, slip: 0 },
  )
  return `<g transform="translate(150 ${tenth(288 - name.height)}) rotate(${art.plate?.tilt ?? 0})">${card}${name.svg}</g>`
}

/** The block-bottomed flour bag with a rolled top and the flag as its seal. */
export function sack(art: StickerDrawing): VesselArt {
  const body = 'M66 108H234L248 312Q250 336 226 336H74Q50 336 52 312Z'
  const roll = roundedRect(60, 66, 180, 46, 16)
  const box = {
    x: 50,
    y: 134,
    width: 200,
    height: 176,
    pad: 22,
    outline: 'M64 134H236L247 310H53Z',
    largest: 34,
    mascotScale: 1.34,
    mascotShift: -2,
    foot: 12,
  }
  return {
    outline: [body, roll],
    svg: drawn`
  ${plate(body, art.body)}
  ${line(2.6)}M66 112L84 134V310L70 334M234 112L216 134V310L230 334
  ${label(box, art)}
  ${halftone(body, 176, 108, 76, 230)}
  ${outlineOf(body)}
  ${plate(roll, art.cap, vesselLine)}
  ${line(3.4)}M76 82H118M182 82H224M72 96H112M188 96H228
  <circle cx="150" cy="92" r="29" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4.5"/>
  ${clipped(circle(150, 92, 25), flagStrip(120, 66, 60, 52, art.flag))}
  <circle cx="150" cy="92" r="24" fill="none" stroke="${palette.ink}" stroke-width="3"/>`,
  }
}
