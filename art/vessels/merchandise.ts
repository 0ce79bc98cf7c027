import {
  drawHandle,
  createVessel,
  glint,
  drawOutline,
  type StickerDrawing,
  type VesselArt,
} from './parts.ts'
import {
  clipSvg,
  cycle,
  halftone,
  linePen,
  palette,
  drawInkedShape,
  roundedRectPath,
  tenth,
} from '../lib/kit.ts'
import {
  drawBody,
  drawNamePlate,
  flagBars,
  flagStrip,
  drawLabelBackground,
  getNamePlateStyle,
} from './label.ts'
import { fitFontSize, drawDisplayText, drawTitleLines } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'

export function tote(art: StickerDrawing): VesselArt {
  const bag = 'M60 132H240L252 322Q253 336 240 336H60Q47 336 48 322Z'
  const handle = 'M100 140C96 28 204 28 200 140'
  const { colour, ink } = getNamePlateStyle(art)
  const sash = (svg: string) => `<g transform="rotate(-12 150 240)">${svg}</g>`
  const card = drawNamePlate(roundedRectPath(58, 186, 184, 66, 10), colour, 4)
  return createVessel([bag], { handles: [{ path: handle, width: 22 }] })`
  ${drawHandle(handle, art.cap, 23, 13)}
  ${drawBody(bag, art, [186, 130, 70, 208], sash(flagStrip(20, 262, 270, 40, art.flag)))}
  ${linePen(3)}M58 154H242
  <path d="M90 158l8-10M102 158l-8-10M196 158l8-10M208 158l-8-10" stroke="${palette.ink}" stroke-width="3"/>
  ${sash(card + drawTitleLines(art.lines, 150, 190, 166, 60, ink).svg)}
  ${drawOutline(bag)}`
}

export const teeOutline =
  'M104 66C122 92 178 92 196 66L240 86L284 150L240 178L228 160V322Q228 336 214 336H86Q72 336 72 322V160L60 178L16 150L60 86Z'

export function tee(art: StickerDrawing): VesselArt {
  let baseline = 148
  const shout = art.lines.map((words, index) => {
    const size = fitFontSize(words, 132, 54)
    const y = baseline + size * 0.84
    baseline = y + size * 0.1
    const colour = cycle([palette.teal, palette.grape, palette.coral], index)
    const shade = drawDisplayText(words, 153, y + 3, size, palette.ink)
    return shade + drawDisplayText(words, 150, y, size, colour)
  })
  return createVessel([teeOutline])`
  ${drawBody(teeOutline, art, [170, 60, 64, 280])}
  ${linePen(3.5)}M72 160C74 146 70 134 64 124M228 160C226 146 230 134 236 124M94 72C116 106 184 106 206 72
  <g transform="rotate(-5 150 220)">${shout.join('')}</g>
  ${flagBars(96, 292, 108, 14, art.flag)}
  ${drawOutline(teeOutline)}`
}

export const mugOutline = 'M56 140H212V300Q212 336 178 336H90Q56 336 56 300Z'
export const mugHandle = 'M208 172H226Q258 172 258 206V240Q258 278 220 278H208'
export const mugSteam = 'M104 116q-14-16 0-32t0-34M142 116q-14-16 0-32t0-34M176 116q-14-16 0-32'

export function mug(art: StickerDrawing): VesselArt {
  const { colour, ink } = getNamePlateStyle(art)
  const name = drawTitleLines(art.lines, 134, 176, 118, 42, ink)
  const card = drawNamePlate(roundedRectPath(66, 166, 136, tenth(name.height + 18), 10), colour, 4)
  const glaze = drawLabelBackground(art.ground, [56, 140, 160, 200])
  return createVessel([mugOutline], { handles: [{ path: mugHandle, width: 26 }] })`
  ${linePen(7, art.cap)}${mugSteam}
  ${drawHandle(mugHandle, art.cap, 27, 16)}
  ${drawBody(mugOutline, art, [150, 138, 64, 200], glaze + flagStrip(56, 308, 160, 30, art.flag))}
  <g transform="rotate(-6 134 220)">${card}${name.svg}</g>
  ${linePen(4)}M56 306H212
  ${drawOutline(mugOutline)}
  ${glint('M71 156V160M71 262V292')}`
}

export function foldedTote(art: StickerDrawing): VesselArt {
  const parcel = roundedRectPath(40, 150, 220, 186, 14)
  const loop = 'M98 160C96 62 204 62 202 160'
  const { colour, ink } = getNamePlateStyle(art)
  const sash = (svg: string) => `<g transform="rotate(-8 150 250)">${svg}</g>`
  const tag = drawNamePlate(roundedRectPath(66, 196, 168, 60, 9), colour, 4)
  return createVessel([parcel], { handles: [{ path: loop, width: 20 }] })`
  ${drawHandle(loop, art.cap, 21, 11)}
  ${drawBody(parcel, art, [176, 150, 84, 186], sash(flagStrip(10, 268, 290, 40, art.flag)))}
  ${linePen(3.4)}M40 182H260M40 318H260
  ${linePen(4, palette.milk)}M52 166H150M162 166h8
  ${sash(tag + drawTitleLines(art.lines, 150, 200, 150, 52, ink).svg)}
  ${drawOutline(parcel)}`
}

const backPrint = ['bear', 'apple', 'peach', 'lemon', 'chilli', null] as const

export function teeBack(art: StickerDrawing): VesselArt {
  const tints = [palette.peach, palette.mint, palette.lilac, palette.blush, palette.butter]
  const slots = backPrint.map((name, index) => {
    const x = 96 + (index % 3) * 38
    const y = 138 + Math.floor(index / 3) * 46
    const slot = roundedRectPath(x, y, 32, 39, 6)
    if (name === null) {
      return `<path d="${slot}" fill="none" stroke="${palette.ink}" stroke-width="2.6" stroke-dasharray="6 5"/>`
    }
    return `<path d="${slot}" fill="${cycle(tints, index)}"/><g transform="translate(${x + 16} ${y + 21}) scale(.33)">${mascots[name]}</g>`
  })
  return createVessel([teeOutline])`
  ${drawBody(teeOutline, art, [170, 60, 64, 280])}
  ${linePen(3.5)}M72 160C74 146 70 134 64 124M228 160C226 146 230 134 236 124M100 70C122 84 178 84 200 70
  ${slots.join('')}
  <path d="${roundedRectPath(139, 88, 22, 16, 3)}" fill="${art.cap}" stroke="${palette.ink}" stroke-width="2.6"/>
  ${flagBars(96, 240, 108, 12, art.flag)}
  ${drawOutline(teeOutline)}`
}

export function mugOtherSide(art: StickerDrawing): VesselArt {
  const mirrored = (svg: string) => `<g transform="matrix(-1 0 0 1 300 0)">${svg}</g>`
  const body = 'M244 140H88V300Q88 336 122 336H210Q244 336 244 300Z'
  const handle = 'M92 172H74Q42 172 42 206V240Q42 278 80 278H92'
  const name = drawTitleLines(['HOWDY', 'Y’ALL!'], 166, 176, 118, 42, palette.ink)
  const card = drawNamePlate(
    roundedRectPath(98, 166, 136, tenth(name.height + 18), 10),
    palette.butter,
    4,
  )
  const glaze = drawLabelBackground(art.ground, [84, 140, 160, 200])
  return createVessel([body], { handles: [{ path: handle, width: 26 }] })`
  ${mirrored(linePen(7, art.cap)(mugSteam) + drawHandle(mugHandle, art.cap, 27, 16))}
  ${mirrored(drawInkedShape(mugOutline, art.body))}
  ${clipSvg(body, glaze + flagStrip(84, 308, 164, 30, art.flag))}
  ${halftone(body, 180, 138, 66, 200)}
  <g transform="rotate(5 166 220)">${card}${name.svg}</g>
  ${linePen(4)}M88 306H244
  ${drawOutline(body)}
  ${glint('M103 156V160M103 262V292')}`
}
