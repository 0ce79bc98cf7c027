import {
  clipped,
  cycle,
  drawn,
  halftone,
  line,
  palette,
  plate,
  repeat,
  roundedRect,
} from '../kit.ts'
import type { StickerDrawing, VesselArt } from '../drawing.ts'
import { flagStrip } from '../flag-strip.ts'
import { label } from '../label.ts'
import { glint, outlineOf, ridges, vesselLine } from './parts.ts'

/** The tin with a shaker lid. */
export function tin(art: StickerDrawing): VesselArt {
  const body = roundedRect(72, 98, 156, 238, 12)
  const lid = 'M82 98V78Q82 54 108 54H192Q218 54 218 78V98Z'
  const box = {
    x: 72,
    y: 122,
    width: 156,
    height: 196,
    pad: 11,
    corner: 0,
    largest: 34,
    mascotScale: 1.3,
    mascotShift: -6,
    foot: 14,
  }
  const holes = repeat(
    5,
    (index) => `<ellipse cx="${106 + index * 22}" cy="${index % 2 ? 68 : 74}" rx="5" ry="3.6"/>`,
  )
  return {
    outline: [body, lid],
    svg: drawn`
  ${plate(lid, '#E7E2EF', vesselLine)}
  <g fill="${palette.ink}">${holes}</g>
  ${line(3.5)}M82 90H218
  ${plate(body, art.body)}
  ${clipped(body, flagStrip(72, 98, 160, 24, art.flag))}
  ${line(4)}M72 122H228
  ${label(box, art)}
  ${halftone(body, 168, 98, 62, 240)}
  ${line(4)}M72 318H228
  ${outlineOf(body)}
  ${glint('M86 136V210M86 224V228')}`,
  }
}

/** The table grinder, peppercorns on show. */
export function grinder(art: StickerDrawing): VesselArt {
  const body =
    'M92 154H208Q222 158 222 176V312Q222 336 198 336H102Q78 336 78 312V176Q78 158 92 154Z'
  const head = 'M94 152V120Q94 94 120 92H180Q206 94 206 120V152Z'
  const knob = roundedRect(122, 48, 56, 48, 20)
  const box = {
    x: 78,
    y: 176,
    width: 144,
    height: 122,
    pad: 9,
    corner: 0,
    mascotScale: 1.5,
    mascotShift: -18,
    foot: 8,
  }
  return {
    outline: [body, head, knob],
    svg: drawn`
  ${plate(knob, art.cap, vesselLine)}
  ${plate(head, art.cap, vesselLine)}
  ${ridges(94, 104, 112, 22, 9)}
  ${flagStrip(97, 130, 107, 20, art.flag)}
  ${line(3.6)}M94 129H206M94 151H206
  ${outlineOf(head)}
  ${plate(body, art.body)}
  ${clipped(body, peppercorns(art.bits ?? []))}
  ${halftone(body, 150, 154, 72, 184)}
  ${label(box, art)}
  ${outlineOf(body)}
  ${glint('M134 62V76M90 190V240M90 254v4')}`,
  }
}

function peppercorns(colours: readonly string[]): string {
  if (colours.length === 0) return ''
  const corns = repeat(46, (index) => {
    const x = 82 + ((index * 53) % 136)
    const y = 300 + ((index * 29) % 36)
    return `<circle cx="${x}" cy="${y}" r="${5 + (index % 3)}" fill="${cycle(colours, index)}"/>`
  })
  return `<g stroke="${palette.ink}" stroke-width="2">${corns}</g>`
}
