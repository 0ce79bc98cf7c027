import {
  createDrawing,
  circlePath,
  clipSvg,
  type Drawing,
  drawMarkup,
  fillPen,
  halftone,
  mascotPen,
  linePen,
  palette,
  placeSvg,
  drawInkedShape,
  propPen,
  groundShadow,
  repeat,
  roundedRectPath,
  shadedPropPen,
} from '../lib/kit.ts'
import { fitFontSize, drawDisplayText, drawHandwriting } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'
import { background, glitter, drawMascot, drawProduct } from '../scenes/stage.ts'

const dome = 'M70 214C70 96 150 34 236 34C322 34 400 96 400 214Z'

const knob = 'M216 34C206 8 266 8 256 34Z'

const platter = 'M26 366H434Q430 410 380 416H80Q30 410 26 366Z'

const crowd =
  'M92 366C60 300 90 236 140 246C150 200 210 186 236 214C270 176 330 200 336 246C390 236 410 300 372 366Z'

const lifted = (svg: string) => `<g transform="rotate(-14 236 210) translate(-14 -8)">${svg}</g>`

const edge = (colour: string, width: number) =>
  `<g fill="${colour}" stroke="${colour}" stroke-width="${width}">${lifted(`<path d="${dome}"/><path d="${knob}"/>`)}<path d="${platter}"/><path d="${crowd}"/></g>`

const lid = drawMarkup`
  ${drawInkedShape(knob, palette.cheddar, { width: 6 })}
  ${drawInkedShape(dome, palette.pink, { width: 6 })}
  <path d="M70 188C72 210 400 210 400 190L400 214H70Z" fill="${palette.grape}" stroke="${palette.ink}" stroke-width="6"/>
  ${linePen(11, palette.milk)}M112 166C116 118 148 84 186 70M204 64l8-2
  <path d="M300 50C360 80 400 140 400 200H340C350 140 330 90 300 50Z" fill="url(#ht3)" opacity=".3"/>`

export const cloche = createDrawing('0 -24 460 470')`
  ${edge(palette.ink, 30)}
  ${edge(palette.milk, 24)}
  ${placeSvg(142, 296, 1.25, mascots.spicebag, -8)}
  ${placeSvg(322, 300, 1.2, mascots.peach, 8)}
  ${placeSvg(234, 272, 1.5, mascots.chilli)}
  ${drawInkedShape(platter, palette.steel, { width: 6 })}
  ${linePen(8, palette.milk)}M60 390H300M324 390H344
  ${lifted(lid)}`

const shell = roundedRectPath(6, 6, 508, 318, 24)

const label = roundedRectPath(36, 34, 448, 206, 14)

const screen = roundedRectPath(142, 108, 236, 84, 42)

/** Draws the cassette on which the shop's story is laid out as a mixtape. The title on its label is handwritten. */
export function mixtape(): Drawing {
  const screws = [28, 302].flatMap((y) => [28, 492].map((x) => screw(x, y)))
  return createDrawing('0 0 540 350')`
  <path d="${shell}" transform="translate(14 17)" fill="url(#htS)" opacity=".5"/>
  <path d="${shell}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="5"/>
  <path d="${roundedRectPath(16, 16, 488, 298, 18)}" fill="${palette.grape}"/>
  ${halftone(shell, 280, 10, 226, 310)}
  ${clipSvg(label, labelStripes)}
  ${linePen(5)}${label}
  <path d="${roundedRectPath(50, 50, 46, 40, 7)}" fill="${palette.ink}"/>
  ${drawDisplayText('A', 73, 83, 34, palette.lime)}
  ${drawHandwriting('the story so far', 244, 82, 36, palette.grape)}
  ${tapeWindow}
  ${lowerEdge}
  ${screws.join('')}
  ${linePen(5)}${shell}`
}

const screw = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="7" fill="${palette.lilac}" stroke="${palette.ink}" stroke-width="3"/>`

const band = (y: number, height: number, colour: string) =>
  `<rect x="36" y="${y}" width="448" height="${height}" fill="${colour}"/>`

const labelStripes = drawMarkup`
  ${band(34, 206, palette.milk)}
  ${band(172, 16, palette.coral)}
  ${band(188, 16, palette.cheddar)}
  ${band(204, 18, palette.teal)}
  ${band(222, 20, palette.sky)}
  ${linePen(2, '#B9ADD6')}M112 62H462M112 88H462`

const hub = (x: number, y: number): string => {
  const teeth = [0, 60, 120, 180, 240, 300].map(
    (turn) =>
      `<path d="M${x - 4.5} ${y - 28}h9v13h-9Z" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="2.4" transform="rotate(${turn} ${x} ${y})"/>`,
  )
  return `<circle cx="${x}" cy="${y}" r="21" fill="${palette.ink}"/>${teeth.join('')}`
}

/** The hub of a cassette spool by itself: the page lays it over the drawn tape and rotates it. */
export const mixtapeHub: Drawing = { viewBox: '-33 -33 66 66', body: hub(0, 0) }

const spool = (x: number) => drawMarkup`
  ${mascotPen(palette.milk, 5, 2)}${circlePath(x, 150, 33)}
  ${hub(x, 150)}`

const tapeWindow = drawMarkup`
  <path d="${screen}" fill="${palette.lilac}" stroke="${palette.ink}" stroke-width="5"/>
  <path d="M222 112H316V188H222Q250 150 222 112Z" fill="${palette.brown}"/>
  <path d="${roundedRectPath(218, 118, 98, 64, 6)}" fill="${palette.aubergine}" stroke="${palette.ink}" stroke-width="4"/>
  ${spool(186)}
  ${spool(334)}
  ${linePen(5)}${screen}
  ${linePen(6, palette.milk)}M158 128Q170 116 190 114`

const hole = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette.ink}"/>`

const lowerEdge = drawMarkup`
  ${drawInkedShape('M96 324L116 258H404L424 324Z', '#7A4FD0', { width: 5, slip: 3 })}
  ${hole(150, 292, 10)}${hole(210, 296, 7)}${hole(310, 296, 7)}${hole(370, 292, 10)}`

const width = 600

const height = 640

const counter = 470

const across = repeat(8, (row) => `M0 ${row * 64 + 40}H${width}`)

const down = repeat(48, (tile) => {
  const row = Math.floor(tile / 6)
  return `M${(tile % 6) * 120 + (row % 2) * 60} ${row * 64 + 40}v64`
})

const pan = (colour: string) => drawMarkup`
  ${propPen(colour)}M-44-8Q-46 40 0 42Q46 40 44-8Z
  ${propPen(palette.steel, 2)}${roundedRectPath(-52, -18, 104, 14, 6)}`

const shelf = drawMarkup`
  ${placeSvg(72, 262, 1, pan(palette.coral))}
  ${placeSvg(528, 262, 1, pan(palette.teal))}
  ${propPen(palette.wood, 2)}${roundedRectPath(-20, 304, 150, 16, 4)}
  ${propPen(palette.wood, 2)}${roundedRectPath(470, 304, 150, 16, 4)}`

const ticket = (words: string, length: number, colour: string) => drawMarkup`
  ${propPen(colour, 2)}M-48-6H48V${length}l-12-9l-12 9l-12-9l-12 9l-12-9l-12 9l-12-9l-12 9Z
  ${drawDisplayText(words, 0, 34, fitFontSize(words, 80, 17), palette.ink)}
  ${linePen(4, '#B9ADD6')}M-32 54H30M-32 72H18M-32 90H26`

/** A steel rail with order tickets. */
const rail = drawMarkup`
  ${placeSvg(62, 44, 1, ticket('TABLE 6', 128, palette.milk), -4)}
  ${placeSvg(178, 44, 1, ticket('NO NUTS', 152, palette.butter), 3)}
  ${placeSvg(420, 44, 1, ticket('EXTRA BUN', 146, palette.milk), -3)}
  ${placeSvg(536, 44, 1, ticket('FOR MUM', 122, palette.blush), 4)}
  ${propPen(palette.steel, 2)}${roundedRectPath(-10, 22, width + 20, 26, 6)}`

const pass = drawMarkup`
  ${propPen(palette.steel, 3)}M-10 ${counter}H${width + 10}V${counter + 96}H-10Z
  ${linePen(7, palette.milk)}M30 ${counter + 16}H250M274 ${counter + 16}H300
  ${fillPen(palette.grape)}M-10 ${counter + 96}H${width + 10}V${height + 10}H-10Z
  ${linePen(5)}M-10 ${counter + 96}H${width + 10}
  ${linePen(13, palette.pink)}M-20 ${counter + 146}${repeat(11, () => 'l30-26l30 26')}`

const tabs = [palette.butter, palette.mint, palette.blush, palette.sky].map((colour, index) =>
  propPen(colour, 1)(roundedRectPath(92, -90 + index * 22, 34, 18, 5)),
)

const spine = `<rect x="-112" y="-96" width="34" height="96" fill="${palette.coral}"/>`

const binder = drawMarkup`
  ${groundShadow(126, 12, 6, 4)}
  ${tabs.join('')}
  ${shadedPropPen(palette.pink, null, { inside: spine, over: linePen(4)`M-78-96V0` })}${roundedRectPath(-112, -96, 214, 96, 10)}
  ${propPen(palette.milk, 2)}${roundedRectPath(-62, -78, 146, 52, 8)}
  ${drawDisplayText('YOUR MENU', 11, -53, 17, palette.ink)}
  ${drawDisplayText('BUT BRAVER', 11, -35, 13, palette.grape)}`

const bell = drawMarkup`
  ${groundShadow(56, 9)}
  ${propPen(palette.cheddar)}M-46-8C-46-60 46-60 46-8Z
  ${linePen(6, palette.milk)}M-28-20C-26-34-16-42-6-44
  ${propPen(palette.aubergine, 2)}${roundedRectPath(-56, -10, 112, 16, 6)}
  ${propPen(palette.coral, 2)}${circlePath(0, -54, 9)}`

export const kitchenPass = createDrawing(`0 0 ${width} ${height}`)`
  ${background(palette.sky, width, height)}
  ${linePen(3, '#C9EAFF')}${across}${down}
  ${shelf}
  ${placeSvg(300, 334, 1, drawMascot('toque', 2.75, -3))}
  ${rail}
  ${glitter(96, 330, 1.5)}
  ${glitter(520, 250, 1.1)}
  ${pass}
  ${placeSvg(116, counter + 40, 1, drawProduct('nashville-chilli-crisp', 0.5))}
  ${placeSvg(322, counter + 84, 0.86, binder, -3)}
  ${placeSvg(508, counter + 62, 0.9, bell)}`
