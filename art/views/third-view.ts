import { clipped, drawn, halftone, line, palette, plate, roundedRect } from '../kit.ts'
import type { StickerDrawing } from '../drawing.ts'
import { flagBars } from '../flag-strip.ts'
import { ground } from '../ground.ts'
import { mascot, type MascotName } from '../mascots/mascot.ts'
import { dieCutSticker } from '../sticker.ts'
import { boxContents } from './box-contents.ts'
import { foldedTote, mugOtherSide, teeBack } from './merchandise-views.ts'

/** The third picture of a product: the mascot's own card, or another side of what has no mascot. */
export function thirdView(art: StickerDrawing): string {
  if (art.vessel === 'tote') return dieCutSticker(foldedTote(art))
  if (art.vessel === 'tee') return dieCutSticker(teeBack(art))
  if (art.vessel === 'mug') return dieCutSticker(mugOtherSide(art))
  if (art.box !== undefined) return dieCutSticker(boxContents(art))
  if (art.mascot === undefined) throw new TypeError(`a ${art.vessel} needs a mascot`)
  return mascotCard(art, art.mascot.name)
}

/** The mascot at its largest, on rays in the colours of its label. */
function mascotCard(art: StickerDrawing, name: MascotName): string {
  const frame = { x: 24, y: 26, width: 252, height: 310 }
  const card = roundedRect(frame.x, frame.y, frame.width, frame.height, 22)
  const field = art.ground?.field ?? palette.cheddar
  const pattern = art.ground?.pattern ?? palette.butter
  const rays = ground({ kind: 'rays', field, pattern: paler(field, pattern) }, frame)
  const strip = { y: 300, height: 36 }
  const svg = drawn`
  ${plate(card, field)}
  ${clipped(card, rays + flagBars(frame.x, strip.y, frame.width, strip.height, art.flag))}
  ${halftone(card, 172, frame.y, 104, 274)}
  ${line(5)}M${frame.x} ${strip.y}H${frame.x + frame.width}
  <g transform="translate(150 168) scale(2.1)">${mascot(name)}</g>
  ${line(5.5)}${card}`
  return dieCutSticker({ outline: [card], svg })
}

/** Ink behind a mascot would swallow its lines, so a pattern in ink gives way to milk. */
function paler(field: string, pattern: string): string {
  if (pattern !== palette.ink) return pattern
  return field === palette.milk ? palette.butter : palette.milk
}
