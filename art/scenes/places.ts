import type { PosterArtName } from '../../app/content/markets.ts'
import {
  circlePath,
  type Drawing,
  createDrawing,
  drawMarkup,
  ellipsePath,
  mascotPen,
  linePen,
  palette,
  placeSvg,
  propPen,
  groundShadow,
  repeat,
  roundedRectPath,
  shadedPropPen,
  tenth,
} from '../lib/kit.ts'
import { drawDisplayText, measureDisplayText } from '../lib/lettering.ts'
import { type MascotName, mascots } from '../lib/mascots.ts'
import { biscuitTower, cake, chicken, cornCobs, macAndCheese, partyHat, ribs } from './food.ts'
import * as snacks from './snacks.ts'
import * as stage from './stage.ts'
import { pintOfBeer, powerStation } from './years.ts'

const pouredPint = groundShadow(44) + pintOfBeer

export const breweryYard = createDrawing('0 0 720 450')`
  ${stage.background(palette.lilac)}
  ${stage.sun(360, 150, 128, palette.pink)}
  ${placeSvg(132, -52, 1.52, powerStation)}
  <rect y="290" width="720" height="160" fill="${palette.teal}"/>
  ${stage.bulbs({ from: [-20, 20], to: [740, 20], sag: 42, count: 15 })}
  ${placeSvg(96, 232, 1, stage.drawMascot('bear', 1.5, -5))}
  ${placeSvg(624, 236, 1, stage.drawMascot('gherkin', 1.5, 6))}
  ${stage.table(322, '#FFF3DC', stage.gingham([-10, 382, 740, 80], palette.teal, 19), palette.butter)}
  ${placeSvg(204, 354, 1, pouredPint)}
  ${placeSvg(330, 356, 1.05, ribs)}
  ${placeSvg(468, 354, 1, pouredPint)}
  ${placeSvg(540, 356, 1, snacks.miniBurger('six'))}
  ${placeSvg(666, 356, 1, stage.drawProduct('the-big-smoke-bbq-sauce', 0.36))}
  ${placeSvg(52, 356, 1, stage.drawProduct('nashville-chilli-crisp', 0.34))}`

const tiles = repeat(9, (i) => `M${i * 90 - 20} 40V290`) + repeat(4, (i) => `M0 ${60 + i * 62}H720`)

const handle = (x: number, colour: string) => drawMarkup`
  ${propPen(colour, 2)}${roundedRectPath(x - 13, 112, 26, 74, 12)}
  ${propPen(palette.steel, 1.5)}${roundedRectPath(x - 7, 186, 14, 28, 4)}
  ${propPen(palette.steel, 1.5)}M${x - 8} 232H${x + 8}V256L${x} 262L${x - 8} 256Z`

const taps = drawMarkup`
  ${propPen(palette.steel, 2)}${roundedRectPath(322, 240, 76, 100, 6)}
  ${propPen(palette.steel, 2.5)}${roundedRectPath(236, 206, 248, 38, 18)}
  ${linePen(6, palette.milk)}M256 218H420
  ${handle(274, palette.coral)}
  ${handle(332, palette.lime)}
  ${handle(390, palette.pink)}
  ${handle(448, palette.cheddar)}`

export const taproom = createDrawing('0 0 720 450')`
  ${stage.background(palette.mint)}
  ${stage.dots('#CFF6E8', 720, 300, 44, 8)}
  ${linePen(3, palette.milk)}${tiles}
  ${stage.rays(360, 330, '#CFF6E8', 12, 420, 0.5)}
  ${stage.bulbs({ from: [-20, 14], to: [740, 14], sag: 30, count: 13 })}
  ${placeSvg(118, 236, 1, stage.drawMascot('flame', 1.5, -4))}
  ${placeSvg(600, 238, 1, stage.drawMascot('peach', 1.5, 4))}
  ${taps}
  ${stage.table(330, palette.wood, '', palette.crust)}
  ${placeSvg(150, 364, 1, pouredPint)}
  ${placeSvg(290, 366, 0.92, cornCobs)}
  ${placeSvg(430, 364, 1, pouredPint)}
  ${placeSvg(548, 364, 1.1, snacks.miniBurger('bear'))}
  ${placeSvg(640, 364, 1.1, snacks.miniBurger('lesbian'))}`

/** Draws the front of a beer mat, 220 x 220, with `name` along the upper edge and `motto` below the mascot. */
function beerMat(mascot: MascotName, name: string, motto: string, colour: string, disc: string) {
  return createDrawing('0 0 220 220')`
  <path d="${roundedRectPath(6, 6, 208, 208, 30)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4"/>
  <path d="${roundedRectPath(16, 16, 188, 188, 24)}" fill="${colour}"/>
  <circle cx="110" cy="110" r="62" fill="${disc}" stroke="${palette.ink}" stroke-width="4"/>
  <g transform="translate(110 108) scale(.88)">${mascots[mascot]}</g>
  <g transform="translate(110 110)">
  ${arched(name, 71, 19)}
  ${arched(motto, 85, 13.5, true)}
  </g>`
}

/** Beer mats, with the names that the content of the brewery page refers to. */
export const beerMats = {
  gherkin: beerMat('gherkin', 'GHERKIN SOUR', 'CLOUDY AND RUDE', palette.mint, palette.milk),
  peach: beerMat('peach', 'PEACH PALE', 'A SOFT LANDING', palette.pink, palette.butter),
  bear: beerMat('bear', 'BIG BEAR STOUT', 'STRONG ON CUDDLES', palette.cheddar, palette.sky),
}

/**
 * Sets words letter by letter along a circle round 0 0: centred at its top, or with `below` at its bottom. Both read from left to
 * right.
 */
function arched(words: string, radius: number, size: number, below = false): string {
  const spacing = size * 0.06
  const widths = Array.from(words, (letter) => measureDisplayText(letter, size) + spacing)
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let run = -whole / 2
  return Array.from(words, (letter, index) => {
    const middle = run + (widths[index] ?? 0) / 2
    run += widths[index] ?? 0
    const turn = tenth(((below ? -middle : middle) / radius) * (180 / Math.PI))
    const y = below ? radius : -radius
    return `<g transform="rotate(${turn})">${drawDisplayText(letter, 0, y, size, palette.ink)}</g>`
  }).join('')
}

const slat = (y: number) => {
  const plank = roundedRectPath(40, y, 440, 62, 5)
  return drawMarkup`
  ${shadedPropPen(palette.wood, [280, y, 200, 62], { over: linePen(3, '#B98242')`M70 ${y + 20}H210M250 ${y + 40}H430` })}${plank}`
}

const post = (x: number) => propPen('#C58E50', 2)(roundedRectPath(x, 196, 36, 168, 5))

export const sauceCrate = createDrawing('0 0 520 380')`
  ${groundShadow(236, 11, 268, 366)}
  ${placeSvg(130, 300, 1, stage.drawProduct('peach-please-hot-honey', 0.8))}
  ${placeSvg(392, 300, 1, stage.drawProduct('lip-service-scotch-bonnet', 0.84))}
  ${placeSvg(260, 300, 1, stage.drawProduct('apple-terror-sauce', 0.84))}
  ${slat(216)}
  ${slat(292)}
  ${post(34)}
  ${post(450)}
  ${drawDisplayText('THIS WAY UP, LOVE', 260, 258, 28, palette.ink)}
  ${drawDisplayText('12 BOTTLES OF TROUBLE', 260, 332, 22, palette.ink)}`

const spoon = mascotPen(palette.steel, 4.5, 2)(roundedRectPath(-8, -104, 16, 104, 8))

/** Illustrations for posters and flyers. The poster's text is HTML on the page, not part of the picture. */
export const posterArt = {
  markets: createDrawing('0 0 600 470')`
  ${spotlight(300, 300, 196)}
  ${placeSvg(118, 462, 1.04, biscuitTower)}
  ${placeSvg(478, 464, 1, stage.drawProduct('peach-please-hot-honey', 0.84))}
  ${placeSvg(300, 322, 2.75, mascots.biscuit)}
  ${placeSvg(556, 464, 1, stage.drawProduct('nashville-chilli-crisp', 0.42))}`,
  gregs: createDrawing('0 0 600 470')`
  ${spotlight(300, 280, 200)}
  ${placeSvg(470, 464, 1.5, snacks.paperBag('STILL WARM'))}
  ${placeSvg(278, 300, 2, stage.drawMascot('toque', 1))}
  ${placeSvg(120, 384, 1.15, snacks.pastryRoll, -3)}
  ${placeSvg(118, 462, 1.35, snacks.pasty)}
  ${placeSvg(300, 464, 1.4, snacks.pasty)}
  ${placeSvg(396, 465, 1.1, snacks.honeyBiscuit)}`,
  sauces: createDrawing('0 0 600 470')`
  ${spotlight(300, 280, 200)}
  ${placeSvg(108, 464, 1, stage.drawProduct('apple-terror-sauce', 0.98))}
  ${placeSvg(412, 464, 1, stage.drawProduct('the-big-smoke-bbq-sauce', 0.94))}
  ${placeSvg(528, 464, 1, stage.drawProduct('lip-service-scotch-bonnet', 0.86))}
  ${placeSvg(248, 466, 1, stage.drawProduct('hot-tomato-ketchup', 0.92))}`,
  queue: createDrawing('0 60 600 410')`
  ${spotlight(300, 286, 214)}
  ${placeSvg(78, 464, 1.1, snacks.pasty)}
  ${placeSvg(204, 464, 1.1, snacks.pasty)}
  ${placeSvg(140, 408, 1.1, snacks.pasty, -4)}
  ${placeSvg(140, 350, 1, snacks.pastryRoll, -6)}
  ${placeSvg(530, 402, 1.24, mascots.tomato, 4)}
  ${placeSvg(446, 390, 1.5, mascots.corn, -3)}
  ${placeSvg(336, 378, 1.72, mascots.bear)}`,
  tasters: createDrawing('0 0 600 470')`
  ${spotlight(300, 270, 200)}
  ${placeSvg(300, 258, 3.3, mascots.garlic)}
  ${mascotPen(palette.sky, 5, 2)}M244 306Q218 352 244 366Q270 352 244 306ZM356 306Q330 352 356 366Q382 352 356 306Z
  ${taster(92, palette.coral, palette.teal, -14)}
  ${taster(226, '#8CCB3C', palette.pink, -18)}
  ${taster(374, palette.cheddar, palette.grape, 18)}
  ${taster(508, palette.red, palette.butter, 14)}`,
  'pop-ups': createDrawing('0 0 400 250')`
  ${placeSvg(96, 236, 1.5, snacks.miniBurger('trans'), -3)}
  ${placeSvg(304, 236, 1.5, snacks.miniBurger('bi'), 3)}
  ${placeSvg(200, 240, 1.78, snacks.miniBurger('six'))}`,
  tacos: { viewBox: '0 0 420 170', body: placeSvg(210, 158, 1.16, snacks.tacoRack) },
  chicken: createDrawing('0 0 420 300')`
  ${stage.steam(150, 92, palette.milk, 3)}
  ${placeSvg(318, 190, 2.1, stage.drawMascot('garlic', 1, 6))}
  ${placeSvg(180, 290, 1.42, chicken)}`,
  sun: createDrawing('0 0 420 300')`
  <path d="${circlePath(300, 110, 92)}" fill="${palette.cheddar}"/>
  ${placeSvg(300, 186, 2.1, stage.drawMascot('flame', 1, 4))}
  ${placeSvg(160, 290, 1.7, ribs)}`,
  feast: createDrawing('0 0 420 300')`
  ${stage.bunting({ from: [-10, 20], to: [430, 26], sag: 26, count: 9 })}
  ${placeSvg(324, 200, 1.9, stage.drawMascot('corn', 1, 5, placeSvg(4, -40, 0.7, partyHat(palette.coral, palette.milk))))}
  ${placeSvg(166, 290, 1.36, chicken)}`,
  hearts: createDrawing('0 0 420 300')`
  ${stage.glitter(60, 70, 1.8)}
  ${stage.glitter(366, 60, 1.5)}
  ${placeSvg(320, 288, 1.02, cake)}
  ${placeSvg(136, 196, 2.1, stage.drawMascot('heart', 1, -6))}`,
  pride: createDrawing('0 0 420 300')`
  ${stage.bunting({ from: [-10, 18], to: [430, 18], sag: 30, count: 10 })}
  ${placeSvg(320, 186, 2.1, stage.drawMascot('twink', 1, 5))}
  ${placeSvg(290, 290, 0.86, cornCobs)}
  ${placeSvg(136, 291, 1.12, macAndCheese)}`,
} as const satisfies Record<PosterArtName, Drawing>

function taster(x: number, sauce: string, bowl: string, turn: number): string {
  const dip = snacks.dipBowl(sauce, bowl, palette.milk)
  return placeSvg(x, 462, 1.5, placeSvg(0, -34, 1, spoon, turn) + dip)
}

function spotlight(x: number, y: number, r: number): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette.milk}" opacity=".55"/>`
}

/** Pictures of the three sections of the taco menu, 300 x 300 each. */
export const tacoMenuArt = {
  tacos: drawMarkup`
  ${stage.background(palette.lime, 300, 300)}
  ${stage.rays(150, 170, '#E6FF8A', 12, 300)}
  ${groundShadow(110, 10, 156, 226)}
  ${placeSvg(94, 186, 1.2, snacks.taco, -8)}
  ${placeSvg(214, 186, 1.2, snacks.taco, 8)}
  ${placeSvg(154, 174, 1.5, mascots.taco)}`,
  sides: drawMarkup`
  ${stage.background(palette.sky, 300, 300)}
  ${stage.dots('#C6E9FF', 300, 300, 36, 6)}
  ${placeSvg(92, 178, 1.5, snacks.dipBowl(palette.coral, palette.butter, palette.leaf))}
  ${placeSvg(210, 178, 1.5, snacks.dipBowl('#8CCB3C', palette.pink, palette.milk))}
  ${placeSvg(150, 244, 1.8, snacks.dipBowl(palette.cheddar, palette.teal, palette.coral))}`,
  drinks: drawMarkup`
  ${stage.background(palette.blush, 300, 300)}
  ${stage.rays(150, 150, '#FFDDEB', 11, 320)}
  ${placeSvg(100, 258, 0.95, frozenDrink(palette.lime))}
  ${placeSvg(202, 262, 1.05, frozenDrink(palette.coral))}`,
}

function frozenDrink(colour: string): string {
  const bowl = 'M-60-150H60Q60-84 0-76Q-60-84-60-150Z'
  return drawMarkup`
  ${groundShadow(44)}
  ${linePen(9)}M22-140L44-214
  ${linePen(5, palette.milk)}M22-140L44-214
  ${propPen(palette.milk, 1.5)}M-6-80H6V-14H-6Z
  ${propPen(palette.milk, 1.5)}${ellipsePath(0, -7, 40, 9)}
  ${mascotPen(colour, 4.5, 2)}M-52-150Q-46-184-20-178Q-4-200 16-182Q44-188 52-150Z
  ${shadedPropPen(colour, [0, -150, 60, 76])}${bowl}
  ${linePen(6, palette.milk)}M-44-138Q-42-112-24-98
  ${mascotPen('#8CCB3C', 4.5, 2)}${circlePath(-52, -160, 22)}
  ${linePen(3.5, palette.milk)}M-52-178V-142M-70-160H-34
  ${linePen(6, palette.milk)}M-58-151H58`
}
