import {
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
} from '../lib/kit.ts'
import { drawDisplayText } from '../lib/lettering.ts'
import * as food from './food.ts'
import { canapeTray, dipBowl, egg, miniBurger, tacoRack } from './snacks.ts'
import * as stage from './stage.ts'

const chopped = '#8E1B12'

const zigzag = (y: number, colour: string, width: number) =>
  linePen(width, colour)`M-20 ${y}${repeat(13, () => 'l30-28l30 28')}`

const stallFront = drawMarkup`
  ${propPen(palette.wood, 2)}M-10 312H730V352H-10Z
  ${linePen(3, '#A8713A')}M40 332H190M250 326H330M420 338H560M610 330H690
  <rect x="-10" y="352" width="740" height="110" fill="${palette.coral}"/>
  ${zigzag(402, palette.cheddar, 15)}
  ${zigzag(436, palette.milk, 9)}
  ${linePen(5)}M-10 352H730`

const sign = drawMarkup`
  ${propPen(palette.butter)}${roundedRectPath(-88, -54, 176, 92, 12)}
  ${drawDisplayText('TACOS', 0, 6, 36, palette.ink)}
  ${drawDisplayText('EVERY TUESDAY', 0, 27, 13.5, palette.grape)}`

const cakeAndBiscuitsCloth = drawMarkup`
  <rect x="-10" y="364" width="740" height="100" fill="${palette.lilac}"/>
  ${stage.dots('#C3ABF5', 720, 0, 44, 7, 432)}`

const heart = 'M0 30C-28 12-34-3-31-14C-27-30-7-30 0-15C7-30 27-30 31-14C34-3 28 12 0 30Z'

const palings = repeat(15, (index) => {
  const left = index * 50 - 6
  const colour = index % 2 ? '#9DE0C6' : '#A9E8D0'
  return `<path d="M${left} 330V196L${left + 23} 172L${left + 46} 196V330Z" fill="${colour}"/>`
})

/** The five pictures of the catering page, 720 x 450 each. */
export const cateringScenes = {
  sharing: drawMarkup`
  ${stage.background(palette.peach)}
  ${stage.rays(360, 210, '#FFDCC0', 14)}
  ${stage.sun(360, 190, 150)}
  ${stage.bunting({ from: [-20, 26], to: [250, 14], sag: 34, count: 6 })}
  ${stage.bunting({ from: [250, 14], to: [740, 20], sag: 34, count: 11 })}
  ${placeSvg(112, 214, 1, stage.drawMascot('garlic', 1.36, -8))}
  ${placeSvg(240, 200, 1, stage.drawMascot('bear', 1.46, 4))}
  ${placeSvg(384, 212, 1, stage.drawMascot('peach', 1.46, 0, placeSvg(6, -40, 0.8, food.partyHat(palette.lime, palette.grape))))}
  ${placeSvg(520, 244, 1, stage.drawMascot('gherkin', 1.46, 4))}
  ${placeSvg(644, 218, 1, stage.drawMascot('mandarin', 1.4, 6))}
  ${stage.table(318, '#FFF3DC', stage.gingham([-10, 374, 740, 90], palette.coral, 19), palette.butter)}
  ${placeSvg(52, 350, 1, stage.drawProduct('mandarin-pineapple-sage-hot-sauce', 0.42))}
  ${placeSvg(176, 352, 1, food.chicken)}
  ${placeSvg(384, 353, 1.06, food.macAndCheese)}
  ${placeSvg(560, 352, 0.94, food.coleslaw)}
  ${placeSvg(654, 348, 0.56, food.biscuitTower)}
  ${placeSvg(484, 356, 0.82, dipBowl(palette.coral, palette.teal, chopped))}`,
  tacos: drawMarkup`
  ${stage.background(palette.jazz)}
  ${stage.dots('#0B8087', 720, 450, 40, 5)}
  ${stage.awning(0, 62)}
  ${stage.bulbs({ from: [30, 92], to: [690, 92], sag: 20, count: 11 })}
  ${stage.woodenPost(14, 62, 20, 260)}
  ${stage.woodenPost(686, 62, 20, 260)}
  ${placeSvg(588, 166, 1, sign, 3)}
  ${placeSvg(150, 250, 1, stage.drawMascot('tomato', 1.5, -5))}
  ${placeSvg(330, 200, 1, stage.drawMascot('chilli', 1.95))}
  ${placeSvg(478, 276, 1, stage.drawMascot('lemon', 1.3, 6))}
  ${stallFront}
  ${placeSvg(330, 344, 0.98, tacoRack)}
  ${placeSvg(88, 340, 1, dipBowl(palette.salad, palette.pink, palette.leaf))}
  ${placeSvg(560, 342, 1, dipBowl(palette.coral, palette.sky, chopped))}
  ${placeSvg(640, 338, 1, stage.drawProduct('lip-service-scotch-bonnet', 0.36))}
  ${placeSvg(154, 346, 0.95, dipBowl(palette.sweetcorn, palette.grape, palette.glow))}`,
  canapes: drawMarkup`
  ${stage.background(palette.grape)}
  ${stage.rays(150, 70, '#7A4FD0', 16, 900, 0.55)}
  <path d="M150 0V34" stroke="${palette.ink}" stroke-width="5"/>
  ${placeSvg(150, 84, 1, food.mirrorBall(54))}
  ${stage.glitter(60, 150, 1.2, palette.milk)}
  ${stage.glitter(250, 40, 1.6, palette.pink)}
  ${stage.glitter(320, 110, 0.9, palette.lime)}
  ${stage.glitter(420, 50, 1.2, palette.milk)}
  ${stage.glitter(560, 90, 1.7, palette.pink)}
  ${stage.glitter(660, 44, 1, palette.lime)}
  ${stage.glitter(40, 250, 1, palette.milk)}
  ${stage.glitter(670, 190, 1.2, palette.pink)}
  ${placeSvg(566, 70, 1, food.balloonOnString(palette.pink))}
  ${placeSvg(628, 108, 0.9, food.balloonOnString(palette.lime))}
  ${placeSvg(374, 322, 1.06, food.glove)}
  ${placeSvg(368, 296, 1.16, canapeTray, -3)}
  ${placeSvg(92, 352, 1, stage.drawMascot('queen', 1.5, 8))}
  ${placeSvg(640, 394, 1, stage.drawMascot('twink', 1.6, -8))}
  ${placeSvg(532, 420, 1, stage.drawMascot('heart', 1.2, 10))}`,
  cake: drawMarkup`
  ${stage.background(palette.blush)}
  ${stage.dots('#FFDCEB', 720, 450, 46, 8)}
  ${food.balloon(14, 120, 44, palette.sky)}
  ${food.balloon(58, 60, 38, palette.pink)}
  ${food.balloon(8, 196, 34, palette.cheddar)}
  ${food.balloon(112, 22, 34, palette.lilac)}
  ${food.balloon(176, -4, 36, palette.mint)}
  ${food.balloon(36, 258, 26, palette.coral)}
  ${food.balloon(706, 120, 44, palette.mint)}
  ${food.balloon(662, 58, 38, palette.coral)}
  ${food.balloon(712, 198, 34, palette.lilac)}
  ${food.balloon(606, 20, 34, palette.cheddar)}
  ${food.balloon(544, -6, 36, palette.sky)}
  ${food.balloon(686, 258, 26, palette.pink)}
  ${stage.table(330, palette.lilac, cakeAndBiscuitsCloth, palette.milk)}
  ${placeSvg(250, 352, 1, food.cake)}
  ${placeSvg(226, 84, 1, stage.drawMascot('peach', 0.66, -8))}
  ${placeSvg(278, 84, 1, stage.drawMascot('bear', 0.66, 8))}
  ${placeSvg(252, 40, 0.6, fillPen(palette.coral)(heart) + linePen(5)(heart))}
  ${placeSvg(494, 354, 1.12, food.biscuitTower)}
  ${placeSvg(640, 356, 1, stage.drawProduct('peach-please-hot-honey', 0.42))}
  ${placeSvg(96, 356, 1, stage.drawProduct('miss-marmalade-chilli-jam', 0.36))}`,
  smoke: drawMarkup`
  ${stage.background(palette.mint)}
  ${stage.sun(560, 150, 104, palette.butter)}
  <g stroke="${palette.jazz}" stroke-width="3">${palings}</g>
  ${stage.bulbs({ from: [-10, 30], to: [730, 30], sag: 40, count: 12 })}
  <rect x="-10" y="326" width="740" height="134" fill="#8FD9A0"/>
  ${linePen(5)}M-10 326H730
  ${linePen(5, palette.jazz)}M60 372l8-14l8 14M300 420l8-14l8 14M640 384l8-14l8 14M470 424l8-14l8 14
  ${food.smokeCloud(96, 150, 30)}
  ${food.smokeCloud(64, 104, 22)}
  ${food.smokeCloud(104, 74, 16)}
  ${placeSvg(448, 232, 1, stage.drawMascot('bear', 1.75, 5))}
  ${placeSvg(236, 406, 1.04, food.smoker)}
  ${propPen(palette.wood, 2)}M440 352H720V376H440Z
  ${propPen('#B9814A', 2)}M470 376H492V450H470ZM676 376H698V450H676Z
  ${placeSvg(536, 352, 1, food.ribs)}
  ${placeSvg(628, 354, 1, stage.drawProduct('the-big-smoke-bbq-sauce', 0.34))}
  ${placeSvg(690, 354, 1, stage.drawProduct('hot-tomato-ketchup', 0.28))}`,
}

const platter = drawMarkup`
  ${propPen(palette.pink)}${ellipsePath(0, 0, 132, 40)}
  ${mascotPen(palette.blush, 3.6, 1.5)}${ellipsePath(0, -5, 108, 28)}
  ${linePen(6, palette.milk)}M-112 12Q-90 28-50 33`

/** Pictures of single dishes on a coloured background, 300 x 300 each. */
export const dishPictures = {
  chicken: drawMarkup`
  ${stage.background(palette.butter, 300, 300)}
  ${stage.rays(150, 150, '#FFF1BF', 9, 300)}
  ${placeSvg(150, 232, 1.26, food.chicken)}`,
  mac: drawMarkup`
  ${stage.background(palette.sky, 300, 300)}
  ${stage.dots('#C6E9FF', 300, 300, 36, 6)}
  ${placeSvg(116, 228, 1.06, food.macAndCheese)}
  ${stage.steam(96, 126, palette.milk, 3)}`,
  sliders: drawMarkup`
  ${stage.background(palette.lilac, 300, 300)}
  ${stage.rays(150, 260, '#E7DBFF', 11, 400)}
  ${placeSvg(92, 206, 1.3, miniBurger('lesbian'), -3)}
  ${placeSvg(206, 206, 1.3, miniBurger('pan'), 3)}
  ${placeSvg(150, 250, 1.46, miniBurger('six'))}`,
  eggs: drawMarkup`
  ${stage.background(palette.mint, 300, 300)}
  ${stage.dots('#CFF6E8', 300, 300, 40, 9)}
  ${groundShadow(120, 10, 152, 240)}
  ${placeSvg(150, 214, 1, platter)}
  ${placeSvg(86, 206, 1.15, egg, -3)}
  ${placeSvg(214, 206, 1.15, egg, 3)}
  ${placeSvg(150, 182, 1.1, egg)}
  ${placeSvg(150, 232, 1.3, egg)}`,
  corn:
    stage.background(palette.blush, 300, 300) +
    stage.rays(150, 190, '#FFDDEB', 10, 300) +
    placeSvg(160, 222, 1.42, food.cornCobs),
  biscuits: drawMarkup`
  ${stage.background(palette.peach, 300, 300)}
  ${stage.dots('#FFDCC0', 300, 300, 36, 6)}
  ${placeSvg(150, 250, 1.2, food.biscuitTower)}`,
}
