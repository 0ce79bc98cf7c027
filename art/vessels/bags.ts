import {
  createVessel,
  type BoxArt,
  glint,
  drawOutline,
  type StickerDrawing,
  type VesselArt,
  vesselLineOptions,
} from './parts.ts'
import {
  circlePath,
  clipSvg,
  halftone,
  linePen,
  palette,
  placeSvg,
  drawInkedShape,
  repeat,
  roundedRectPath,
  tenth,
} from '../lib/kit.ts'
import {
  drawBody,
  drawNamePlate,
  flagStrip,
  drawLabelBackground,
  drawLabel,
  getNamePlateStyle,
} from './label.ts'
import { drawTitleLines } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'
import { seal } from './seal.ts'

export function pouch(art: StickerDrawing): VesselArt {
  const pinked = repeat(14, (index) => `l12.1 ${index % 2 ? 7 : -7}`)
  const body = `M60 66${pinked}L246 300Q250 336 222 336H78Q50 336 54 300Z`
  const box = [50, 104, 200, 190] as const
  return createVessel([body])`
  ${drawBody(body, art, [176, 60, 74, 280], drawLabelBackground(art.ground, box) + flagStrip(40, 296, 220, 44, art.flag))}
  ${linePen(4)}M58 104H242M53 296H247
  <path d="${roundedRectPath(128, 76, 44, 14, 7)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4"/>
  ${pouchMascot(art)}
  ${pouchName(art)}
  ${drawOutline(body)}
  ${glint('M68 120L64 190M63 204V208')}`
}

function pouchMascot({ mascot: art }: StickerDrawing): string {
  if (art === undefined) return ''
  const scale = Math.round(1.12 * (art.scale ?? 1) * 100) / 100
  return placeSvg(150, 168 + (art.drop ?? 0), scale, mascots[art.name])
}

function pouchName(art: StickerDrawing): string {
  const { colour, ink, tilt } = getNamePlateStyle(art)
  const name = drawTitleLines(art.lines, 0, 0, 146, 32, ink)
  const card = drawNamePlate(roundedRectPath(-84, -6, 168, tenth(name.height + 12), 8), colour)
  return `<g transform="translate(150 ${tenth(288 - name.height)}) rotate(${tilt})">${card}${name.svg}</g>`
}

export function sack(art: StickerDrawing): VesselArt {
  const body = 'M66 108H234L248 312Q250 336 226 336H74Q50 336 52 312Z'
  const roll = roundedRectPath(60, 66, 180, 46, 16)
  return createVessel([body, roll])`
  ${drawInkedShape(body, art.body)}
  ${linePen(2.6)}M66 112L84 134V310L70 334M234 112L216 134V310L230 334
  ${drawLabel(art, [50, 134, 200, 176], { pad: 22, outline: 'M64 134H236L247 310H53Z', largest: 34, scale: 1.34, shift: -2, foot: 12 })}
  ${halftone(body, 176, 108, 76, 230)}
  ${drawOutline(body)}
  ${drawInkedShape(roll, art.cap, vesselLineOptions)}
  ${linePen(3.4)}M76 82H118M182 82H224M72 96H112M188 96H228
  <circle cx="150" cy="92" r="29" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4.5"/>
  ${clipSvg(circlePath(150, 92, 25), flagStrip(120, 66, 60, 52, art.flag))}
  <circle cx="150" cy="92" r="24" fill="none" stroke="${palette.ink}" stroke-width="3"/>`
}

const sealRadius = 50

export function subscriptionBox(art: StickerDrawing): VesselArt {
  if (art.box === undefined) throw new TypeError('a box needs its measures')
  const { width, shoulder } = art.box
  const left = 150 - width / 2
  const right = left + width
  const front = `M${left} ${shoulder}H${right}V328Q${right} 336 ${right - 8} 336H${left + 8}Q${left} 336 ${left} 328Z`
  const roof = `M${left} ${shoulder}L${tenth(left + width * 0.17)} ${shoulder - 62}H${tenth(left + width * 0.83)}L${right} ${shoulder}Z`
  const [handle, hole] = handlePaths(art.box)
  const sealX = art.box.sealX ?? left + 30
  const sealY = art.box.sealY ?? shoulder - 52
  const stripes = flagStrip(left, shoulder - 62, width, 62, art.flag)
  return createVessel([front, roof, handle, circlePath(sealX, sealY, sealRadius)])`
  ${drawInkedShape(handle, art.cap, vesselLineOptions)}
  <path d="${hole}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4.5"/>
  ${drawInkedShape(roof, art.body, { ...vesselLineOptions, over: clipSvg(roof, stripes) })}
  ${drawInkedShape(front, art.body, vesselLineOptions)}
  ${drawLabel(art, [left, shoulder, width, 336 - shoulder], { pad: 14, largest: 40, foot: 12, scale: 1.2, shift: -4, edged: false, outline: front })}
  ${drawOutline(front)}
  ${linePen(3)}M${right - 22} ${shoulder}L${right - 34} ${shoulder - 62}
  ${linePen(3)}M${left + 22} ${shoulder}L${left + 34} ${shoulder - 62}
  ${seal(art.box.seal, sealX, sealY, sealRadius)}`
}

function handlePaths({ width, shoulder }: BoxArt): [handle: string, hole: string] {
  const from = 150 - width / 2 + width * 0.27
  const span = width * 0.46
  const foot = shoulder - 62
  const top = shoulder - 118
  const x = (offset: number) => tenth(from + offset)
  return [
    `M${x(0)} ${foot}L${x(6)} ${top + 10}Q${x(8)} ${top} ${x(18)} ${top}H${x(span - 18)}Q${x(span - 8)} ${top} ${x(span - 6)} ${top + 10}L${x(span)} ${foot}Z`,
    roundedRectPath(x(span * 0.22), shoulder - 104, tenth(span * 0.56), 22, 11),
  ]
}
