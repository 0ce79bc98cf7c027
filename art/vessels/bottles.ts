import { clipSvg, linePen, palette, drawInkedShape, roundedRectPath } from '../lib/kit.ts'
import {
  drawHandle,
  createVessel,
  glint,
  drawOutline,
  ridges,
  type StickerDrawing,
  type VesselArt,
  vesselLineOptions,
} from './parts.ts'
import { drawBody, flagBars, flagStrip, drawLabel } from './label.ts'

export function woozyBottle(art: StickerDrawing): VesselArt {
  const body =
    'M130 70V112C130 138 80 142 80 190V308Q80 336 106 336H194Q220 336 220 308V190C220 142 170 138 170 112V70Z'
  const cap = roundedRectPath(121, 20, 58, 54, 9)
  return createVessel([body, cap])`
  ${drawBody(body, art, [150, 70, 74, 268])}
  ${clipSvg(body, flagStrip(120, 92, 60, 26, art.flag))}
  ${linePen(4)}M130 92H170M130 118H168
  ${drawLabel(art, [80, 190, 140, 126], { pad: 9, corner: 0, foot: 9, scale: 1.62, shift: -18 })}
  ${drawOutline(body)}
  ${drawInkedShape(cap, art.cap, vesselLineOptions)}
  ${ridges(121, 34, 58, 28, 5)}
  ${glint('M96 178C98 164 108 156 122 148')}`
}

export function flask(art: StickerDrawing): VesselArt {
  const body =
    'M118 72V92Q118 102 106 107C78 116 60 134 60 164V304Q60 336 92 336H208Q240 336 240 304V164C240 134 222 116 194 107Q182 102 182 92V72Z'
  const cap = roundedRectPath(108, 24, 84, 52, 10)
  return createVessel([body, cap])`
  ${drawBody(body, art, [150, 70, 94, 268])}
  ${clipSvg(body, flagStrip(108, 84, 84, 20, art.flag))}
  ${drawLabel(art, [78, 150, 144, 168], { pad: 9, corner: 16, largest: 32, scale: 1.3, shift: -14 })}
  ${drawOutline(body)}
  ${drawInkedShape(cap, art.cap, vesselLineOptions)}
  ${ridges(108, 36, 84, 30, 7)}
  ${glint('M72 168C73 148 84 132 104 124')}`
}

export function squeezyBottle(art: StickerDrawing): VesselArt {
  const body = 'M88 128H212L222 306Q223 336 196 336H104Q77 336 78 306Z'
  const collar = roundedRectPath(98, 98, 104, 32, 9)
  const nozzle = 'M140 30Q150 22 160 30L174 100H126Z'
  return createVessel([body, collar, nozzle])`
  ${drawInkedShape(nozzle, art.cap, vesselLineOptions)}
  ${linePen(4)}M137 48H163
  ${drawBody(body, art, [150, 120, 74, 218])}
  ${drawLabel(art, [84, 166, 132, 138], { pad: 6, outline: 'M86 166H214L221 304H79Z', scale: 1.36, shift: -16 })}
  ${drawOutline(body)}
  ${drawInkedShape(collar, art.cap, vesselLineOptions)}
  ${ridges(98, 106, 104, 16, 8)}
  ${glint('M100 142L99 154')}
  ${flagBars(106, 312, 88, 14, art.flag)}
  ${linePen(3)}${roundedRectPath(106, 312, 88, 14, 3)}`
}

export function tomatoBottle(art: StickerDrawing): VesselArt {
  const body =
    'M150 126C112 98 44 118 40 214C38 292 90 336 150 336C210 336 262 292 260 214C256 118 188 98 150 126Z'
  const nozzle = 'M141 34Q150 26 159 34L172 104H128Z'
  const leaf =
    'M150 108L112 86L116 110L84 112L106 130L90 150L122 144L132 166L150 146L168 166L178 144L210 150L194 130L216 112L184 110L188 86Z'
  const band = 'M133 84H167L170 102H130Z'
  const face = 'M44 182Q150 206 256 182Q266 246 236 296Q150 316 64 296Q34 246 44 182Z'
  return createVessel([body, nozzle, leaf])`
  ${drawBody(body, art, [156, 110, 104, 228])}
  ${drawLabel(art, [42, 182, 216, 120], { pad: 34, outline: face, largest: 34, scale: 1.5, shift: -8 })}
  ${drawOutline(body)}
  ${drawInkedShape(nozzle, art.cap, vesselLineOptions)}
  ${linePen(4)}M138 50H162
  ${drawInkedShape(leaf, art.cap, vesselLineOptions)}
  ${clipSvg(band, flagStrip(126, 82, 48, 20, art.flag))}
  ${linePen(3.4)}M133 83H167M130 102H170
  ${glint('M66 172C72 152 84 142 98 138')}
  ${glint('M58 196v6')}`
}

const glaze =
  'M40 84H260V196Q252 210 244 200Q236 186 228 198V222Q222 234 214 222V192Q204 176 196 190Q190 206 180 196Q170 184 160 194Q150 204 140 192Q130 178 122 194V212Q116 224 108 212V196Q98 184 90 196V236Q84 246 78 236V202Q66 190 54 200L40 196Z'

export function jug(art: StickerDrawing): VesselArt {
  const body =
    'M126 92V110C126 132 60 140 54 210C50 262 60 304 76 327Q82 336 94 336H206Q218 336 224 327C240 304 250 262 246 210C240 140 174 132 174 110V92Z'
  const cork = 'M130 42Q150 34 170 42L166 84H134Z'
  const lip = roundedRectPath(116, 78, 68, 22, 9)
  const handle = 'M176 106C226 78 268 122 226 172'
  const band = 'M127 100H173V118H127Z'
  return createVessel([body, cork, lip], { handles: [{ path: handle, width: 20 }] })`
  ${drawInkedShape(cork, palette.wood, vesselLineOptions)}
  ${linePen(3.4, palette.brown)}M142 52v5M156 60v5M148 70v4
  ${drawHandle(handle, art.cap, 23, 12.5)}
  ${drawBody(body, art, [160, 90, 90, 248], `<path d="${glaze}" fill="${art.cap}" stroke="${palette.ink}" stroke-width="4"/>`)}
  ${drawLabel(art, [80, 172, 140, 148], { corner: 18, largest: 32, scale: 1.3, shift: -14 })}
  ${drawOutline(body)}
  ${drawInkedShape(lip, art.cap, vesselLineOptions)}
  ${clipSvg(band, flagStrip(120, 100, 60, 18, art.flag))}
  ${linePen(3.4)}M127 100H173M126 118H174
  ${glint('M70 216C72 186 84 166 104 152')}
  ${glint('M124 86H150', 5)}`
}
