import type { PosterArtName } from '../../app/content/markets.ts'
import {
  circle,
  type Drawing,
  drawing,
  drawn,
  ellipse,
  inked,
  line,
  palette,
  placed,
  propPen,
  puddle,
  repeat,
  roundedRect,
  shaded,
  tenth,
} from '../lib/kit.ts'
import { drawDisplayText, textWidth } from '../lib/lettering.ts'
import { type MascotName, mascots } from '../lib/mascots.ts'
import { biscuitTower, cake, chicken, cobs, mac, partyHat, ribs } from './food.ts'
import * as snacks from './snacks.ts'
import * as stage from './stage.ts'
import { pint, powerStation } from './years.ts'

const pouredPint = puddle(44) + pint

export const breweryYard = drawing('0 0 720 450')`
  ${stage.field(palette.lilac)}
  ${stage.sun(360, 150, 128, palette.pink)}
  ${placed(132, -52, 1.52, powerStation)}
  <rect y="290" width="720" height="160" fill="${palette.teal}"/>
  ${stage.bulbs({ from: [-20, 20], to: [740, 20], sag: 42, count: 15 })}
  ${placed(96, 232, 1, stage.guest('bear', 1.5, -5))}
  ${placed(624, 236, 1, stage.guest('gherkin', 1.5, 6))}
  ${stage.table(322, '#FFF3DC', stage.gingham([-10, 382, 740, 80], palette.teal, 19), palette.butter)}
  ${placed(204, 354, 1, pouredPint)}
  ${placed(330, 356, 1.05, ribs)}
  ${placed(468, 354, 1, pouredPint)}
  ${placed(540, 356, 1, snacks.slider('six'))}
  ${placed(666, 356, 1, stage.product('the-big-smoke-bbq-sauce', 0.36))}
  ${placed(52, 356, 1, stage.product('nashville-chilli-crisp', 0.34))}`

const tiles = repeat(9, (i) => `M${i * 90 - 20} 40V290`) + repeat(4, (i) => `M0 ${60 + i * 62}H720`)

const handle = (x: number, colour: string) => drawn`
  ${propPen(colour, 2)}${roundedRect(x - 13, 112, 26, 74, 12)}
  ${propPen(palette.steel, 1.5)}${roundedRect(x - 7, 186, 14, 28, 4)}
  ${propPen(palette.steel, 1.5)}M${x - 8} 232H${x + 8}V256L${x} 262L${x - 8} 256Z`

const taps = drawn`
  ${propPen(palette.steel, 2)}${roundedRect(322, 240, 76, 100, 6)}
  ${propPen(palette.steel, 2.5)}${roundedRect(236, 206, 248, 38, 18)}
  ${line(6, palette.milk)}M256 218H420
  ${handle(274, palette.coral)}
  ${handle(332, palette.lime)}
  ${handle(390, palette.pink)}
  ${handle(448, palette.cheddar)}`

export const taproom = drawing('0 0 720 450')`
  ${stage.field(palette.mint)}
  ${stage.dots('#CFF6E8', 720, 300, 44, 8)}
  ${line(3, palette.milk)}${tiles}
  ${stage.rays(360, 330, '#CFF6E8', 12, 420, 0.5)}
  ${stage.bulbs({ from: [-20, 14], to: [740, 14], sag: 30, count: 13 })}
  ${placed(118, 236, 1, stage.guest('flame', 1.5, -4))}
  ${placed(600, 238, 1, stage.guest('peach', 1.5, 4))}
  ${taps}
  ${stage.table(330, palette.wood, '', palette.crust)}
  ${placed(150, 364, 1, pouredPint)}
  ${placed(290, 366, 0.92, cobs)}
  ${placed(430, 364, 1, pouredPint)}
  ${placed(548, 364, 1.1, snacks.slider('bear'))}
  ${placed(640, 364, 1.1, snacks.slider('lesbian'))}`

/** Draws the front of a beer mat, 220 x 220, with `name` along the upper edge and `motto` below the mascot. */
function beerMat(mascot: MascotName, name: string, motto: string, colour: string, disc: string) {
  return drawing('0 0 220 220')`
  <path d="${roundedRect(6, 6, 208, 208, 30)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4"/>
  <path d="${roundedRect(16, 16, 188, 188, 24)}" fill="${colour}"/>
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
  const widths = Array.from(words, (letter) => textWidth(letter, size) + spacing)
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
  const plank = roundedRect(40, y, 440, 62, 5)
  return drawn`
  ${shaded(palette.wood, [280, y, 200, 62], { over: line(3, '#B98242')`M70 ${y + 20}H210M250 ${y + 40}H430` })}${plank}`
}

const post = (x: number) => propPen('#C58E50', 2)(roundedRect(x, 196, 36, 168, 5))

export const crate = drawing('0 0 520 380')`
  ${puddle(236, 11, 268, 366)}
  ${placed(130, 300, 1, stage.product('peach-please-hot-honey', 0.8))}
  ${placed(392, 300, 1, stage.product('lip-service-scotch-bonnet', 0.84))}
  ${placed(260, 300, 1, stage.product('apple-terror-sauce', 0.84))}
  ${slat(216)}
  ${slat(292)}
  ${post(34)}
  ${post(450)}
  ${drawDisplayText('THIS WAY UP, LOVE', 260, 258, 28, palette.ink)}
  ${drawDisplayText('12 BOTTLES OF TROUBLE', 260, 332, 22, palette.ink)}`

const spoon = inked(palette.steel, 4.5, 2)(roundedRect(-8, -104, 16, 104, 8))

/** Illustrations for posters and flyers. The poster's text is HTML on the page, not part of the picture. */
export const posterArt = {
  markets: drawing('0 0 600 470')`
  ${spotlight(300, 300, 196)}
  ${placed(118, 462, 1.04, biscuitTower)}
  ${placed(478, 464, 1, stage.product('peach-please-hot-honey', 0.84))}
  ${placed(300, 322, 2.75, mascots.biscuit)}
  ${placed(556, 464, 1, stage.product('nashville-chilli-crisp', 0.42))}`,
  gregs: drawing('0 0 600 470')`
  ${spotlight(300, 280, 200)}
  ${placed(470, 464, 1.5, snacks.paperBag('STILL WARM'))}
  ${placed(278, 300, 2, stage.guest('toque', 1))}
  ${placed(120, 384, 1.15, snacks.pastryRoll, -3)}
  ${placed(118, 462, 1.35, snacks.pasty)}
  ${placed(300, 464, 1.4, snacks.pasty)}
  ${placed(396, 465, 1.1, snacks.honeyBiscuit)}`,
  sauces: drawing('0 0 600 470')`
  ${spotlight(300, 280, 200)}
  ${placed(108, 464, 1, stage.product('apple-terror-sauce', 0.98))}
  ${placed(412, 464, 1, stage.product('the-big-smoke-bbq-sauce', 0.94))}
  ${placed(528, 464, 1, stage.product('lip-service-scotch-bonnet', 0.86))}
  ${placed(248, 466, 1, stage.product('hot-tomato-ketchup', 0.92))}`,
  queue: drawing('0 60 600 410')`
  ${spotlight(300, 286, 214)}
  ${placed(78, 464, 1.1, snacks.pasty)}
  ${placed(204, 464, 1.1, snacks.pasty)}
  ${placed(140, 408, 1.1, snacks.pasty, -4)}
  ${placed(140, 350, 1, snacks.pastryRoll, -6)}
  ${placed(530, 402, 1.24, mascots.tomato, 4)}
  ${placed(446, 390, 1.5, mascots.corn, -3)}
  ${placed(336, 378, 1.72, mascots.bear)}`,
  tasters: drawing('0 0 600 470')`
  ${spotlight(300, 270, 200)}
  ${placed(300, 258, 3.3, mascots.garlic)}
  ${inked(palette.sky, 5, 2)}M244 306Q218 352 244 366Q270 352 244 306ZM356 306Q330 352 356 366Q382 352 356 306Z
  ${taster(92, palette.coral, palette.teal, -14)}
  ${taster(226, '#8CCB3C', palette.pink, -18)}
  ${taster(374, palette.cheddar, palette.grape, 18)}
  ${taster(508, palette.red, palette.butter, 14)}`,
  'pop-ups': drawing('0 0 400 250')`
  ${placed(96, 236, 1.5, snacks.slider('trans'), -3)}
  ${placed(304, 236, 1.5, snacks.slider('bi'), 3)}
  ${placed(200, 240, 1.78, snacks.slider('six'))}`,
  tacos: { viewBox: '0 0 420 170', body: placed(210, 158, 1.16, snacks.tacoRack) },
  chicken: drawing('0 0 420 300')`
  ${stage.steam(150, 92, palette.milk, 3)}
  ${placed(318, 190, 2.1, stage.guest('garlic', 1, 6))}
  ${placed(180, 290, 1.42, chicken)}`,
  sun: drawing('0 0 420 300')`
  <path d="${circle(300, 110, 92)}" fill="${palette.cheddar}"/>
  ${placed(300, 186, 2.1, stage.guest('flame', 1, 4))}
  ${placed(160, 290, 1.7, ribs)}`,
  feast: drawing('0 0 420 300')`
  ${stage.bunting({ from: [-10, 20], to: [430, 26], sag: 26, count: 9 })}
  ${placed(324, 200, 1.9, stage.guest('corn', 1, 5, placed(4, -40, 0.7, partyHat(palette.coral, palette.milk))))}
  ${placed(166, 290, 1.36, chicken)}`,
  hearts: drawing('0 0 420 300')`
  ${stage.glitter(60, 70, 1.8)}
  ${stage.glitter(366, 60, 1.5)}
  ${placed(320, 288, 1.02, cake)}
  ${placed(136, 196, 2.1, stage.guest('heart', 1, -6))}`,
  pride: drawing('0 0 420 300')`
  ${stage.bunting({ from: [-10, 18], to: [430, 18], sag: 30, count: 10 })}
  ${placed(320, 186, 2.1, stage.guest('twink', 1, 5))}
  ${placed(290, 290, 0.86, cobs)}
  ${placed(136, 291, 1.12, mac)}`,
} as const satisfies Record<PosterArtName, Drawing>

function taster(x: number, sauce: string, bowl: string, turn: number): string {
  const dip = snacks.dip(sauce, bowl, palette.milk)
  return placed(x, 462, 1.5, placed(0, -34, 1, spoon, turn) + dip)
}

function spotlight(x: number, y: number, r: number): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette.milk}" opacity=".55"/>`
}

/** Pictures of the three sections of the taco menu, 300 x 300 each. */
export const tacoMenuArt = {
  tacos: drawn`
  ${stage.field(palette.lime, 300, 300)}
  ${stage.rays(150, 170, '#E6FF8A', 12, 300)}
  ${puddle(110, 10, 156, 226)}
  ${placed(94, 186, 1.2, snacks.taco, -8)}
  ${placed(214, 186, 1.2, snacks.taco, 8)}
  ${placed(154, 174, 1.5, mascots.taco)}`,
  sides: drawn`
  ${stage.field(palette.sky, 300, 300)}
  ${stage.dots('#C6E9FF', 300, 300, 36, 6)}
  ${placed(92, 178, 1.5, snacks.dip(palette.coral, palette.butter, palette.leaf))}
  ${placed(210, 178, 1.5, snacks.dip('#8CCB3C', palette.pink, palette.milk))}
  ${placed(150, 244, 1.8, snacks.dip(palette.cheddar, palette.teal, palette.coral))}`,
  drinks: drawn`
  ${stage.field(palette.blush, 300, 300)}
  ${stage.rays(150, 150, '#FFDDEB', 11, 320)}
  ${placed(100, 258, 0.95, frozenDrink(palette.lime))}
  ${placed(202, 262, 1.05, frozenDrink(palette.coral))}`,
}

function frozenDrink(colour: string): string {
  const bowl = 'M-60-150H60Q60-84 0-76Q-60-84-60-150Z'
  return drawn`
  ${puddle(44)}
  ${line(9)}M22-140L44-214
  ${line(5, palette.milk)}M22-140L44-214
  ${propPen(palette.milk, 1.5)}M-6-80H6V-14H-6Z
  ${propPen(palette.milk, 1.5)}${ellipse(0, -7, 40, 9)}
  ${inked(colour, 4.5, 2)}M-52-150Q-46-184-20-178Q-4-200 16-182Q44-188 52-150Z
  ${shaded(colour, [0, -150, 60, 76])}${bowl}
  ${line(6, palette.milk)}M-44-138Q-42-112-24-98
  ${inked('#8CCB3C', 4.5, 2)}${circle(-52, -160, 22)}
  ${line(3.5, palette.milk)}M-52-178V-142M-70-160H-34
  ${line(6, palette.milk)}M-58-151H58`
}
