import {
  drawing,
  drawn,
  line,
  palette,
  placed,
  prop,
  puddle,
  repeat,
  roundedRect,
  tenth,
  shaded,
} from '../kit.ts'
import { lettering, textWidth } from '../lettering.ts'
import { type MascotName, mascots } from '../mascots.ts'
import { cobs, ribs } from '../scenes/food.ts'
import { slider } from '../scenes/snacks.ts'
import { bulbs, dots, field, gingham, guest, product, rays, sun, table } from '../scenes/stage.ts'
import { pint, powerStation } from '../scenes/years.ts'

const cloth = { x: -10, y: 382, width: 740, height: 80, colour: palette.teal, square: 19 }

const pouredPint = puddle(44) + pint

/** The yard by the river: four chimneys, three pints. */
export const breweryYard = drawing('0 0 720 450')`
  ${field(palette.lilac)}
  ${sun(360, 150, 128, palette.pink)}
  ${placed(132, -52, 1.52, powerStation)}
  <rect y="290" width="720" height="160" fill="${palette.teal}"/>
  ${bulbs({ from: [-20, 20], to: [740, 20], sag: 42, count: 15 })}
  ${placed(96, 232, 1, guest('bear', 1.5, -5))}
  ${placed(624, 236, 1, guest('gherkin', 1.5, 6))}
  ${table(322, '#FFF3DC', gingham(cloth), palette.butter)}
  ${placed(204, 354, 1, pouredPint)}
  ${placed(330, 356, 1.05, ribs)}
  ${placed(468, 354, 1, pouredPint)}
  ${placed(540, 356, 1, slider('six'))}
  ${placed(666, 356, 1, product('the-big-smoke-bbq-sauce', 0.36))}
  ${placed(52, 356, 1, product('nashville-chilli-crisp', 0.34))}`

const tiles = repeat(9, (i) => `M${i * 90 - 20} 40V290`) + repeat(4, (i) => `M0 ${60 + i * 62}H720`)

const handle = (x: number, colour: string) =>
  drawn`
  ${prop(colour, 2)}${roundedRect(x - 13, 112, 26, 74, 12)}
  ${prop(palette.steel, 1.5)}${roundedRect(x - 7, 186, 14, 28, 4)}
  ${prop(palette.steel, 1.5)}M${x - 8} 232H${x + 8}V256L${x} 262L${x - 8} 256Z`

const taps = drawn`
  ${prop(palette.steel, 2)}${roundedRect(322, 240, 76, 100, 6)}
  ${prop(palette.steel, 2.5)}${roundedRect(236, 206, 248, 38, 18)}
  ${line(6, palette.milk)}M256 218H420
  ${handle(274, palette.coral)}
  ${handle(332, palette.lime)}
  ${handle(390, palette.pink)}
  ${handle(448, palette.cheddar)}`

/** The taps, and somebody behind them. */
export const taproom = drawing('0 0 720 450')`
  ${field(palette.mint)}
  ${dots('#CFF6E8', 720, 300, 44, 8)}
  ${line(3, palette.milk)}${tiles}
  ${rays(360, 330, '#CFF6E8', 12, 420, 0.5)}
  ${bulbs({ from: [-20, 14], to: [740, 14], sag: 30, count: 13 })}
  ${placed(118, 236, 1, guest('flame', 1.5, -4))}
  ${placed(600, 238, 1, guest('peach', 1.5, 4))}
  ${taps}
  ${table(330, palette.wood, '', palette.crust)}
  ${placed(150, 364, 1, pouredPint)}
  ${placed(290, 366, 0.92, cobs)}
  ${placed(430, 364, 1, pouredPint)}
  ${placed(548, 364, 1.1, slider('bear'))}
  ${placed(640, 364, 1.1, slider('lesbian'))}`

/** The front of a beer mat, 220 x 220: `name` runs over the top, `motto` under the picture. */
function beerMat(mascot: MascotName, name: string, motto: string, colour: string, disc: string) {
  return drawing('0 0 220 220')`
  <path d="${roundedRect(6, 6, 208, 208, 30)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4"/>
  <path d="${roundedRect(16, 16, 188, 188, 24)}" fill="${colour}"/>
  <circle cx="110" cy="110" r="62" fill="${disc}" stroke="${palette.ink}" stroke-width="4"/>
  <g transform="translate(110 108) scale(.88)">${mascots[mascot]}</g>
  <g transform="translate(110 110)">
  ${arched(name, { radius: 71, size: 19 })}
  ${arched(motto, { radius: 85, size: 13.5, below: true })}
  </g>`
}

/** By the name of the mat among the words of the brewery's page. */
export const beerMats = {
  gherkin: beerMat('gherkin', 'GHERKIN SOUR', 'CLOUDY AND RUDE', palette.mint, palette.milk),
  peach: beerMat('peach', 'PEACH PALE', 'A SOFT LANDING', palette.pink, palette.butter),
  bear: beerMat('bear', 'BIG BEAR STOUT', 'STRONG ON CUDDLES', palette.cheddar, palette.sky),
}

interface Arch {
  radius: number
  size: number

  /** Under the middle, to be read from left to right as well. */
  below?: boolean
}

/** Words along a circle round 0 0, letter by letter, their middle straight up or straight down. */
function arched(words: string, { radius, size, below = false }: Arch): string {
  const spacing = size * 0.06
  const widths = Array.from(words, (letter) => textWidth(letter, size) + spacing)
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let run = -whole / 2
  return Array.from(words, (letter, index) => {
    const middle = run + (widths[index] ?? 0) / 2
    run += widths[index] ?? 0
    const turn = tenth(((below ? -middle : middle) / radius) * (180 / Math.PI))
    const y = below ? radius : -radius
    return `<g transform="rotate(${turn})">${lettering(letter, 0, y, size, palette.ink)}</g>`
  }).join('')
}

const slat = (y: number) => {
  const plank = roundedRect(40, y, 440, 62, 5)
  return drawn`
  ${shaded(palette.wood, [280, y, 200, 62], line(3, '#B98242')`M70 ${y + 20}H210M250 ${y + 40}H430`)}${plank}`
}

const post = (x: number) => prop('#C58E50', 2)(roundedRect(x, 196, 36, 168, 5))

/** A crate for the trade, as many bottles as it holds. */
export const crate = drawing('0 0 520 380')`
  ${puddle(236, 11, 268, 366)}
  ${placed(130, 300, 1, product('peach-please-hot-honey', 0.8))}
  ${placed(392, 300, 1, product('lip-service-scotch-bonnet', 0.84))}
  ${placed(260, 300, 1, product('apple-terror-sauce', 0.84))}
  ${slat(216)}
  ${slat(292)}
  ${post(34)}
  ${post(450)}
  ${lettering('THIS WAY UP, LOVE', 260, 258, 28, palette.ink)}
  ${lettering('12 BOTTLES OF TROUBLE', 260, 332, 22, palette.ink)}`
