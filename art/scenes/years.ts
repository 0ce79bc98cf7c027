import { business } from '../../domain/business.ts'
import { eye, eyes, grin } from '../lib/faces.ts'
import {
  circlePath,
  clipSvg,
  drawMarkup,
  ellipsePath,
  fillPen,
  mascotPen,
  linePen,
  palette,
  placeSvg,
  propPen,
  groundShadow,
  repeat,
  roundedRectPath,
  shadedPropPen,
} from '../lib/kit.ts'
import { flagStrip } from '../vessels/label.ts'
import { fitFontSize, drawDisplayText } from '../lib/lettering.ts'
import { type MascotName, mascots } from '../lib/mascots.ts'
import { taco } from './snacks.ts'
import * as stage from './stage.ts'

const sign = business.tradingName.toUpperCase()

const bands = `<rect x="20" y="164" width="260" height="80" fill="${palette.coral}"/><rect x="20" y="156" width="260" height="10" fill="${palette.cheddar}"/>`

const wheel = (x: number) =>
  mascotPen(palette.ink, 4, 0)(circlePath(x, 234, 22)) +
  mascotPen(palette.milk, 3.4, 1)(circlePath(x, 234, 9))

const placard = (colour: string, word: string) => drawMarkup`
  ${propPen(palette.wood, 1.5)}${roundedRectPath(-6, 0, 12, 150, 3)}
  ${propPen(colour)}${roundedRectPath(-52, -40, 104, 64, 8)}
  ${drawDisplayText(word, 0, 2, 28, palette.ink)}`

const flag = drawMarkup`
  ${propPen(palette.wood, 1.5)}${roundedRectPath(-7, 0, 14, 190, 3)}
  ${propPen(palette.milk)}${roundedRectPath(-72, -76, 144, 92, 10)}
  ${clipSvg(roundedRectPath(-68, -72, 136, 84, 7), flagStrip(-70, -72, 140, 84, 'six'))}
  ${propPen(palette.milk, 0)}${roundedRectPath(-60, -52, 120, 44, 8)}
  ${drawDisplayText('PROUD', 0, -20, fitFontSize('PROUD', 108, 28), palette.ink)}`

const carton = 'M-52-72H52V0H-52Z'

const address =
  mascotPen(palette.milk, 3.4, 1)(roundedRectPath(-30, -13, 60, 26, 4)) +
  linePen(3.4)`M-20-4H10M-20 5H20`

export const openParcel = drawMarkup`
  ${groundShadow(54)}
  ${placeSvg(4, -92, 0.82, mascots.chilli)}
  ${propPen(palette.wood)}${carton}
  ${propPen('#C58E50', 1.5)}M-52-72L-72-92L-30-86L-16-72Z
  ${propPen('#C58E50', 1.5)}M52-72L74-90L34-88L18-72Z
  <rect x="-12" y="-72" width="24" height="72" fill="#F0D9B0"/>
  ${linePen(3)}M-12-72V0M12-72V0
  ${linePen(5)}${carton}
  ${placeSvg(0, -34, 1, address)}`

const spoon = drawMarkup`
  ${propPen(palette.steel)}M-9-120Q-26-118-26-92Q-26-70-9-66L-6 66H6L9-66Q26-70 26-92Q26-118 9-120Z
  ${fillPen('#C8361E')}${ellipsePath(0, -94, 17, 20)}
  <g fill="${palette.cheddar}"><circle cx="-6" cy="-98" r="4"/><circle cx="6" cy="-88" r="5"/><circle cx="2" cy="-106" r="3"/></g>`

const columns = `<rect x="40" y="56" width="220" height="56" fill="${palette.coral}"/><rect x="84" y="112" width="44" height="160" fill="${palette.butter}"/>`

const chimney = (x: number) => drawMarkup`
  ${propPen(palette.milk, 2)}M${x - 12} 150L${x - 8} 58H${x + 8}L${x + 12} 150Z
  ${linePen(3)}M${x - 8} 74H${x + 8}`

/** A power station with four chimneys by a river, for a picture 300 wide. The water begins at y = 230. */
export const powerStation = drawMarkup`
  ${[40, 92, 196, 248].map(chimney).join('')}
  ${propPen('#B5622A', 2)}M22 150H112V232H22Z
  ${propPen('#B5622A', 2)}M176 150H270V232H176Z
  ${propPen('#9A4E1E', 2)}M108 168H182V232H108Z
  ${linePen(4, '#8A3F14')}${repeat(5, (i) => `M${34 + i * 16} 166V218M${188 + i * 17} 166V218`)}`

export const pintOfBeer = drawMarkup`
  ${shadedPropPen('#FFC53A', [2, -124, 38, 124], { over: linePen(7, '#FFE9A8')`M-26-96L-21-24` })}M-40-124H40L32 0H-32Z
  ${propPen(palette.milk, 2)}M-46-122C-58-146-30-158-20-148C-10-166 18-164 22-148C42-158 58-136 44-120Q30-106 18-116Q2-104-14-116Q-34-104-46-122Z
  ${eyes(-12, 14, -70, 8)}
  ${linePen(4)}M-10-48Q2-36 14-48`

const tiles = repeat(6, (i) => `M0 ${i * 42 + 10}H300M${i * 56 + 14} 0V236`)

const pan = drawMarkup`
  ${propPen(palette.aubergine, 2)}M-38-44H38L32 2H-32Z
  ${linePen(7)}M38-34H70
  ${stage.steam(-10, -56, palette.milk, 2)}`

const slot = (name: MascotName, x: number, y: number, colour: string) => drawMarkup`
  <rect x="${x - 20}" y="${y - 12}" width="42" height="50" rx="7" fill="${colour}"/>
  ${placeSvg(x + 1, y + 14, 0.4, mascots[name])}`

const loose =
  propPen(palette.milk, 0)(roundedRectPath(-24, -30, 48, 60, 8)) +
  placeSvg(0, 0, 0.44, mascots.queen)

/** Ten pictures of 300 x 300 for the shop's history, one for each year. */
export const yearPictures = {
  2016: drawMarkup`
  ${stage.background(palette.butter, 300, 300)}
  ${stage.rays(150, 140, '#FFF1BF', 9, 320)}
  ${stage.floor(palette.coral)}
  <g opacity=".5">${stage.gingham([0, 238, 300, 64], palette.milk, 20, palette.coral)}</g>
  ${stage.steam(104, 92, palette.milk, 3)}
  ${groundShadow(96, 9, 150, 250)}
  ${propPen(palette.ink, 0)}M40 156H64V176H40ZM236 156H260V176H236Z
  ${shadedPropPen(palette.teal, [156, 136, 82, 112], { over: linePen(8, palette.milk)`M80 156V200M80 214v5` })}M62 136H238V214Q238 246 206 246H94Q62 246 62 214Z
  ${propPen(palette.jazz, 2)}M54 118H246Q252 136 238 138H62Q48 136 54 118Z
  ${propPen(palette.cheddar, 2)}${roundedRectPath(128, 96, 44, 22, 9)}
  ${placeSvg(158, 190, 0.8, eye(-16, 0, 9) + eye(16, 0, 9) + grin(14, 14))}`,
  2017: drawMarkup`
  ${stage.background(palette.sky, 300, 300)}
  ${linePen(3.6, '#6FB6E8')}${repeat(22, (index) => `M${(index * 53) % 300} ${(index * 37) % 210}l-7 18`)}
  ${stage.awning(34, 34, 300, 6)}
  ${stage.woodenPost(26, 60, 14, 190)}
  ${stage.woodenPost(260, 60, 14, 190)}
  ${propPen(palette.wood, 2)}M8 200H292V222H8Z
  <rect x="20" y="222" width="260" height="90" fill="${palette.pink}"/>
  ${linePen(4.5)}M20 222V300M280 222V300
  ${drawDisplayText(sign, 150, 268, fitFontSize(sign, 240, 34), palette.ink)}
  ${placeSvg(82, 202, 1, stage.drawProduct('nashville-chilli-crisp', 0.3))}
  ${placeSvg(150, 202, 1, stage.drawProduct('nashville-chilli-crisp', 0.3))}
  ${placeSvg(220, 202, 1, stage.drawProduct('apple-terror-sauce', 0.28))}`,
  2018: drawMarkup`
  ${stage.background(palette.lime, 300, 300)}
  ${stage.dots('#E6FF8A', 300, 300, 36, 6)}
  ${stage.floor('#8FD9A0')}
  ${groundShadow(120, 9, 152, 254)}
  ${shadedPropPen(palette.milk, [170, 90, 100, 142], { inside: bands })}M30 122Q30 92 62 90H226Q268 92 270 140V222Q270 232 258 232H42Q30 232 30 222Z
  ${linePen(3.4)}M32 165H270
  ${propPen(palette.aubergine, 2)}M58 116H178V158H58Z
  ${placeSvg(118, 146, 0.52, mascots.chilli)}
  ${propPen(palette.teal, 2)}M48 104H188L196 122H40Z
  ${linePen(3)}M76 104L70 122M104 104L100 122M132 104L134 122M160 104L166 122
  ${propPen(palette.sky, 2)}M204 122H246V186H204Z
  ${wheel(96)}
  ${wheel(202)}
  ${linePen(7)}M270 216H294
  ${stage.bulbs({ from: [34, 84], to: [268, 84], sag: -10, count: 7 })}`,
  2019: drawMarkup`
  ${stage.background(palette.blush, 300, 300)}
  ${stage.rays(150, 300, '#FFDDEB', 12, 420)}
  ${placeSvg(58, 178, 1, placard(palette.lime, 'BOLD'), -10)}
  ${placeSvg(242, 178, 1, placard(palette.sky, 'LOUD'), 10)}
  ${placeSvg(150, 112, 1, flag)}
  ${placeSvg(70, 262, 0.8, mascots.mandarin)}
  ${placeSvg(150, 258, 0.92, mascots.bear)}
  ${placeSvg(232, 264, 0.8, mascots.kiss)}`,
  2020: drawMarkup`
  ${stage.background(palette.mint, 300, 300)}
  ${stage.dots('#CFF6E8', 300, 300, 40, 8)}
  ${stage.floor('#7FCFB0')}
  ${groundShadow(64, 9, 124, 266)}
  ${shadedPropPen('#E5332B', [118, 62, 54, 204])}M66 104Q66 66 118 62Q170 66 170 104V262H66Z
  ${propPen(palette.salsa, 2)}M56 96Q118 76 180 96V112H56Z
  ${propPen(palette.ink, 0)}${roundedRectPath(84, 128, 68, 14, 6)}
  ${propPen(palette.milk, 2)}${roundedRectPath(88, 160, 60, 44, 4)}
  ${drawDisplayText('Y!', 118, 196, 32, palette.coral)}
  ${propPen(palette.ink, 0)}M58 262H178V276H58Z
  ${placeSvg(222, 258, 1, openParcel)}`,
  2021: drawMarkup`
  ${stage.background(palette.cheddar, 300, 300)}
  ${stage.rays(150, 150, '#FFC95C', 12, 320)}
  ${placeSvg(138, 282, 1, stage.drawProduct('nashville-chilli-crisp', 0.62))}
  ${placeSvg(238, 196, 1, spoon, 12)}`,
  2022: drawMarkup`
  ${stage.background(palette.peach, 300, 300)}
  ${stage.dots('#FFDCC0', 300, 300, 36, 6)}
  ${shadedPropPen(palette.milk, null, { inside: columns, over: linePen(3)`M40 112H260M40 162H260M40 212H260M84 112V262M128 112V262M172 112V262M216 112V262` })}${roundedRectPath(40, 56, 220, 206, 16)}
  ${drawDisplayText('TUESDAY', 150, 98, 32, palette.ink)}
  ${propPen(palette.steel, 1)}${roundedRectPath(84, 40, 16, 34, 8)}
  ${propPen(palette.steel, 1)}${roundedRectPath(200, 40, 16, 34, 8)}
  ${placeSvg(106, 137, 0.36, taco, -8)}
  ${placeSvg(106, 187, 0.36, taco, 4)}
  ${placeSvg(106, 237, 0.36, taco, -4)}
  ${placeSvg(206, 214, 1.1, mascots.taco, 8)}`,
  2023: drawMarkup`
  ${stage.background(palette.lilac, 300, 300)}
  ${stage.sun(214, 96, 56, palette.pink)}
  ${powerStation}
  ${stage.floor(palette.teal, 230)}
  ${linePen(4.5, palette.milk)}M20 256q10-8 20 0t20 0M200 280q10-8 20 0t20 0M40 286q10-8 20 0
  ${placeSvg(146, 284, 1, pintOfBeer)}`,
  2024: drawMarkup`
  ${stage.background(palette.sky, 300, 300)}
  ${linePen(3, palette.milk)}${tiles}
  ${stage.floor(palette.grape)}
  ${propPen(palette.steel, 2)}M36 40H264L240 84H60Z
  ${linePen(5, palette.milk)}M70 70H200M214 70h8
  ${shadedPropPen(palette.coral, [150, 148, 100, 110])}${roundedRectPath(50, 148, 200, 110, 8)}
  ${propPen(palette.aubergine, 2)}${roundedRectPath(76, 190, 148, 54, 8)}
  ${linePen(5, palette.steel)}M88 200H212
  ${repeat(5, (i) => mascotPen(palette.milk, 3.4, 1)(circlePath(84 + i * 33, 168, 8)))}
  ${propPen(palette.steel, 2)}M40 130H260V150H40Z
  ${placeSvg(104, 126, 1, pan)}
  ${placeSvg(204, 106, 0.86, mascots.toque)}`,
  2025: drawMarkup`
  ${stage.background(palette.pink, 300, 300)}
  ${stage.rays(150, 160, '#FF9CCB', 12, 320)}
  ${groundShadow(120, 10, 156, 252)}
  ${propPen(palette.milk)}M150 92Q92 66 26 82V240Q92 224 150 250Z
  ${propPen(palette.skim)}M150 92Q208 66 274 82V240Q208 224 150 250Z
  ${linePen(4)}M150 92V250
  ${slot('bear', 56, 104, palette.peach)}
  ${slot('apple', 104, 112, palette.mint)}
  ${slot('peach', 58, 170, palette.lilac)}
  ${slot('lemon', 106, 178, palette.blush)}
  ${slot('chilli', 196, 112, palette.butter)}
  ${slot('garlic', 244, 104, palette.sky)}
  ${slot('taco', 244, 170, palette.peach)}
  <rect x="176" y="166" width="42" height="50" rx="7" fill="none" stroke="${palette.ink}" stroke-width="2.5" stroke-dasharray="6 5"/>
  ${placeSvg(206, 178, 1, loose, 14)}
  ${stage.glitter(40, 52, 1.4)}
  ${stage.glitter(262, 52, 1.2, palette.lime)}
  ${stage.glitter(150, 54, 1, palette.butter)}`,
}
