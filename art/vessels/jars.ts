import {
  createVessel,
  glint,
  drawOutline,
  ridges,
  type StickerDrawing,
  type VesselArt,
  vesselLineOptions,
} from './parts.ts'
import {
  clipSvg,
  cycle,
  dotPath,
  halftone,
  linePen,
  palette,
  drawInkedShape,
  repeat,
  roundedRectPath,
} from '../lib/kit.ts'
import { drawBody, flagBars, flagStrip, drawLabel } from './label.ts'

export function jar(art: StickerDrawing): VesselArt {
  const body = 'M66 132H234Q256 146 256 178V296Q256 336 216 336H84Q44 336 44 296V178Q44 146 66 132Z'
  const lid = roundedRectPath(54, 84, 192, 52, 12)
  return createVessel([body, lid])`
  ${drawBody(body, art, [150, 130, 108, 208], crispBits(art.bits ?? []))}
  ${drawLabel(art, [44, 160, 212, 152], { pad: 16, corner: 0, largest: 34, scale: 1.36, shift: -12, foot: 8 })}
  ${drawOutline(body)}
  ${drawInkedShape(lid, art.cap, { ...vesselLineOptions, over: flagStrip(58, 112, 188, 17, art.flag) })}
  ${linePen(3.5)}M54 111H246
  ${drawOutline(lid)}
  ${glint('M70 97H140M152 97H158', 6)}
  ${glint('M58 180V200')}`
}

function crispBits(colours: readonly string[]): string {
  const place = (index: number) => [50 + ((index * 67) % 200), 140 + ((index * 41) % 186)] as const
  const piles = colours.map((colour, pile) => {
    const bits = [0, 1, 2].map((shape) =>
      repeat(44, (index) => {
        if (index % colours.length !== pile || index % 3 !== shape) return ''
        const [x, y] = place(index)
        return shape === 0 ? `M${x} ${y}l9-5l3 8z` : dotPath(x, y)
      }),
    )
    const [shards, small, large] = bits
    return `<path d="${shards}" fill="${colour}"/><path d="${small}" stroke="${colour}" stroke-width="8"/><path d="${large}" stroke="${colour}" stroke-width="10"/>`
  })
  return piles.join('')
}

export function tallJar(art: StickerDrawing): VesselArt {
  const body = 'M90 96H210Q234 108 234 138V302Q234 336 202 336H98Q66 336 66 302V138Q66 108 90 96Z'
  const lid = roundedRectPath(78, 46, 144, 54, 11)
  return createVessel([body, lid])`
  ${drawBody(body, art, [150, 94, 86, 244])}
  ${drawLabel(art, [66, 146, 168, 162], { pad: 12, corner: 0, largest: 33, scale: 1.34, shift: -16 })}
  ${drawOutline(body)}
  ${drawInkedShape(lid, art.cap, { ...vesselLineOptions, over: flagStrip(82, 76, 140, 18, art.flag) })}
  ${linePen(3.5)}M78 75H222
  ${drawOutline(lid)}
  ${glint('M94 60H140M150 60H155', 6)}
  ${glint('M80 128V138')}`
}

const bonnetCloth =
  'M90 96C92 66 118 54 150 54C182 54 208 66 210 96L214 124C228 132 246 150 256 172L236 164L222 182L203 164L186 184L168 165L150 186L132 165L114 184L97 164L78 182L64 164L44 172C54 150 72 132 86 124Z'
const bonnetRibbon = 'M86 112Q150 128 214 112L216 126Q150 142 84 126Z'

export function clothToppedJar(art: StickerDrawing): VesselArt {
  const body = 'M82 142H218L240 172V308L222 336H78L60 308V172Z'
  return createVessel([body, bonnetCloth])`
  ${drawBody(body, art, [150, 142, 90, 196], peel(art.bits ?? []))}
  ${drawLabel(art, [60, 176, 180, 146], { pad: 16, corner: 0, largest: 32, scale: 1.46, shift: -6, foot: 7 })}
  ${drawOutline(body)}
  ${drawInkedShape(bonnetCloth, palette.milk, { ...vesselLineOptions, slip: 0, over: clipSvg(bonnetCloth, gingham(art.cap)) })}
  ${clipSvg(bonnetRibbon, flagBars(80, 110, 140, 28, art.flag))}
  ${linePen(3.6)}${bonnetRibbon}
  ${glint('M104 98C106 80 116 72 130 68', 6)}
  ${glint('M72 190V214')}`
}

function peel(colours: readonly string[]): string {
  const piles = colours.map((colour, pile) => {
    const strips = repeat(22, (index) => {
      if (index % colours.length !== pile) return ''
      return `M${66 + ((index * 71) % 170)} ${180 + ((index * 43) % 150)}q6-7 13-3`
    })
    return `<path d="${strips}" stroke="${colour}"/>`
  })
  return `<g fill="none" stroke-width="5">${piles.join('')}</g>`
}

function gingham(colour: string): string {
  const down = repeat(14, (index) => `M${40 + index * 17} 40V200`)
  const across = repeat(14, (index) => `M30 ${46 + index * 17}H270`)
  return `<g stroke="${colour}" stroke-width="8.5" stroke-opacity=".55"><path d="${down}"/><path d="${across}"/></g>`
}

export function tin(art: StickerDrawing): VesselArt {
  const body = roundedRectPath(72, 98, 156, 238, 12)
  const lid = 'M82 98V78Q82 54 108 54H192Q218 54 218 78V98Z'
  return createVessel([body, lid])`
  ${drawInkedShape(lid, '#E7E2EF', vesselLineOptions)}
  <g fill="${palette.ink}">${repeat(5, (index) => `<ellipse cx="${106 + index * 22}" cy="${index % 2 ? 68 : 74}" rx="5" ry="3.6"/>`)}</g>
  ${linePen(3.5)}M82 90H218
  ${drawInkedShape(body, art.body)}
  ${clipSvg(body, flagStrip(72, 98, 160, 24, art.flag))}
  ${linePen(4)}M72 122H228
  ${drawLabel(art, [72, 122, 156, 196], { pad: 11, corner: 0, largest: 34, scale: 1.3, shift: -6, foot: 14 })}
  ${halftone(body, 168, 98, 62, 240)}
  ${linePen(4)}M72 318H228
  ${drawOutline(body)}
  ${glint('M86 136V210M86 224V228')}`
}

export function grinder(art: StickerDrawing): VesselArt {
  const body =
    'M92 154H208Q222 158 222 176V312Q222 336 198 336H102Q78 336 78 312V176Q78 158 92 154Z'
  const head = 'M94 152V120Q94 94 120 92H180Q206 94 206 120V152Z'
  const knob = roundedRectPath(122, 48, 56, 48, 20)
  return createVessel([body, head, knob])`
  ${drawInkedShape(knob, art.cap, vesselLineOptions)}
  ${drawInkedShape(head, art.cap, vesselLineOptions)}
  ${ridges(94, 104, 112, 22, 9)}
  ${flagStrip(97, 130, 107, 20, art.flag)}
  ${linePen(3.6)}M94 129H206M94 151H206
  ${drawOutline(head)}
  ${drawBody(body, art, [150, 154, 72, 184], peppercorns(art.bits ?? []))}
  ${drawLabel(art, [78, 176, 144, 122], { pad: 9, corner: 0, scale: 1.5, shift: -18, foot: 8 })}
  ${drawOutline(body)}
  ${glint('M134 62V76M90 190V240M90 254v4')}`
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
