import { clipped, drawn, palette, plate, roundedRect, tenth } from './kit.ts'
import type { StickerDrawing } from './drawing.ts'
import { ground, type Box } from './ground.ts'
import { title } from './lettering.ts'
import { mascot } from './mascots/mascot.ts'

export interface LabelBox extends Box {
  /** The label's own outline where it is no rectangle. */
  outline?: string
  corner?: number
  /** Room left and right of the name plate. */
  pad?: number
  /** Room under the name plate. */
  foot?: number
  largest?: number
  mascotScale?: number
  mascotShift?: number
  /** False where the vessel draws the edge itself. */
  edged?: boolean
}

/** A printed label: ground, mascot breaking the top edge, and the name on its tilted plate. */
export function label(box: LabelBox, drawing: StickerDrawing): string {
  const { x, y, width, height, pad = 8, foot = 10 } = box
  const outline = box.outline ?? roundedRect(x, y, width, height, box.corner ?? 4)
  const plateWidth = width - pad * 2
  const art = drawing.plate
  const largest = art?.largest ?? box.largest ?? 30
  const ink = art?.ink ?? palette.ink
  const name = title(drawing.lines, 0, 0, plateWidth - 8, largest, ink)
  const plateHeight = tenth(name.height + 10)
  const plateTop = tenth(y + height - plateHeight - foot)
  const edge =
    box.edged === false
      ? ''
      : `<path d="${outline}" fill="none" stroke="${palette.ink}" stroke-width="4"/>`
  const card = plate(
    roundedRect(tenth(-plateWidth / 2), 0, plateWidth, plateHeight, 7),
    art?.colour ?? palette.milk,
    { width: 3.5, slip: 0 },
  )
  return drawn`
  ${drawing.ground ? clipped(outline, ground(drawing.ground, box)) : ''}
  ${edge}
  ${labelMascot(box, drawing, plateTop)}
  <g transform="translate(${x + width / 2} ${plateTop}) rotate(${art?.tilt ?? 0})">${card}<g transform="translate(0 5)">${name.svg}</g></g>`
}

function labelMascot(box: LabelBox, drawing: StickerDrawing, plateTop: number): string {
  if (drawing.mascot === undefined) return ''
  const { name, scale = 1, drop = 0 } = drawing.mascot
  const room = plateTop - box.y
  const size = Math.min(room, box.width * 0.82)
  const factor = Math.round((((box.mascotScale ?? 1) * scale * size) / 104) * 100) / 100
  const middle = tenth(box.y + room * 0.5 + (box.mascotShift ?? -1) + drop)
  return `<g transform="translate(${box.x + box.width / 2} ${middle}) scale(${factor})">${mascot(name)}</g>`
}
