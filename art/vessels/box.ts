import { circle, clipped, drawn, line, palette, plate, roundedRect, tenth } from '../kit.ts'
import type { BoxArt, StickerDrawing, VesselArt } from '../drawing.ts'
import { flagStrip } from '../flag-strip.ts'
import { label } from '../label.ts'
import { seal } from '../seal.ts'
import { outlineOf, vesselLine } from './parts.ts'

const sealRadius = 50

/** The takeaway box with a gable roof; its seal says how often it comes. */
export function box(art: StickerDrawing): VesselArt {
  if (art.box === undefined) throw new TypeError('a box needs its measures')
  const { width, shoulder } = art.box
  const left = 150 - width / 2
  const right = left + width
  const front = `M${left} ${shoulder}H${right}V328Q${right} 336 ${right - 8} 336H${left + 8}Q${left} 336 ${left} 328Z`
  const roof = `M${left} ${shoulder}L${tenth(left + width * 0.17)} ${shoulder - 62}H${tenth(left + width * 0.83)}L${right} ${shoulder}Z`
  const handle = handlePath(art.box)
  const sealX = art.box.sealX ?? left + 30
  const sealY = art.box.sealY ?? shoulder - 52
  const face = {
    x: left,
    y: shoulder,
    width,
    height: 336 - shoulder,
    pad: 14,
    largest: 40,
    foot: 12,
    mascotScale: 1.2,
    mascotShift: -4,
    edged: false,
    outline: front,
  }
  const stripes = flagStrip(left, shoulder - 62, width, 62, art.flag)
  return {
    outline: [front, roof, handle, circle(sealX, sealY, sealRadius)],
    svg: drawn`
  ${plate(handle, art.cap, vesselLine)}
  ${handleHole(art.box)}
  ${plate(roof, art.body, { ...vesselLine, over: clipped(roof, stripes) })}
  ${plate(front, art.body, vesselLine)}
  ${label(face, art)}
  ${outlineOf(front)}
  ${line(3)}M${right - 22} ${shoulder}L${right - 34} ${shoulder - 62}
  ${line(3)}M${left + 22} ${shoulder}L${left + 34} ${shoulder - 62}
  ${seal(art.box.seal, sealX, sealY, sealRadius)}`,
  }
}

function handleEdges({ width }: BoxArt): { from: number; span: number } {
  return { from: 150 - width / 2 + width * 0.27, span: width * 0.46 }
}

function handlePath(art: BoxArt): string {
  const { from, span } = handleEdges(art)
  const foot = art.shoulder - 62
  const top = art.shoulder - 118
  const x = (offset: number) => tenth(from + offset)
  return `M${x(0)} ${foot}L${x(6)} ${top + 10}Q${x(8)} ${top} ${x(18)} ${top}H${x(span - 18)}Q${x(span - 8)} ${top} ${x(span - 6)} ${top + 10}L${x(span)} ${foot}Z`
}

function handleHole(art: BoxArt): string {
  const { from, span } = handleEdges(art)
  const hole = roundedRect(
    tenth(from + span * 0.22),
    art.shoulder - 104,
    tenth(span * 0.56),
    22,
    11,
  )
  return `<path d="${hole}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4.5"/>`
}
