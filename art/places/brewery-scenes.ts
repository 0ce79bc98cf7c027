import {
  type Drawing,
  drawn,
  line,
  palette,
  placed,
  prop,
  puddle,
  repeat,
  roundedRect,
} from '../kit.ts'
import { dots, field, gingham, rays, sun, table } from '../scenes/backdrops.ts'
import { bulbs } from '../scenes/garlands.ts'
import { cobs, ribs } from '../scenes/hot-food.ts'
import { pint, powerStation } from '../scenes/later-years.ts'
import { slider } from '../scenes/party-food.ts'
import { guest, product } from '../scenes/stagecraft.ts'

/** The yard by the river: four chimneys, three pints. */
export function breweryYard(): Drawing {
  const cloth = { x: -10, y: 382, width: 740, height: 80, colour: palette.teal, square: 19 }
  return {
    viewBox: '0 0 720 450',
    body: drawn`
  ${field(palette.lilac)}
  ${sun(360, 150, 128, palette.pink)}
  ${placed(132, -52, 1.52, powerStation())}
  <rect y="290" width="720" height="160" fill="${palette.teal}"/>
  ${bulbs({ from: [-20, 20], to: [740, 20], sag: 42, count: 15 })}
  ${placed(96, 232, 1, guest('bear', 1.5, -5))}
  ${placed(624, 236, 1, guest('gherkin', 1.5, 6))}
  ${table(322, '#FFF3DC', gingham(cloth), palette.butter)}
  ${placed(204, 354, 1, pouredPint())}
  ${placed(330, 356, 1.05, ribs())}
  ${placed(468, 354, 1, pouredPint())}
  ${placed(540, 356, 1, slider('six'))}
  ${placed(666, 356, 1, product('the-big-smoke-bbq-sauce', 0.36))}
  ${placed(52, 356, 1, product('nashville-chilli-crisp', 0.34))}`,
  }
}

/** The taps, and somebody behind them. */
export function taproom(): Drawing {
  const tiles =
    repeat(9, (i) => `M${i * 90 - 20} 40V290`) + repeat(4, (i) => `M0 ${60 + i * 62}H720`)
  return {
    viewBox: '0 0 720 450',
    body: drawn`
  ${field(palette.mint)}
  ${dots('#CFF6E8', 720, 300, 44, 8)}
  ${line(3, palette.milk)}${tiles}
  ${rays(360, 330, '#CFF6E8', 12, 420, 0.5)}
  ${bulbs({ from: [-20, 14], to: [740, 14], sag: 30, count: 13 })}
  ${placed(118, 236, 1, guest('flame', 1.5, -4))}
  ${placed(600, 238, 1, guest('peach', 1.5, 4))}
  ${taps()}
  ${table(330, palette.wood, '', palette.crust)}
  ${placed(150, 364, 1, pouredPint())}
  ${placed(290, 366, 0.92, cobs())}
  ${placed(430, 364, 1, pouredPint())}
  ${placed(548, 364, 1.1, slider('bear'))}
  ${placed(640, 364, 1.1, slider('lesbian'))}`,
  }
}

function pouredPint(): string {
  return puddle(44) + pint()
}

function taps(): string {
  const handle = (x: number, colour: string) =>
    drawn`
  ${prop(colour, 2)}${roundedRect(x - 13, 112, 26, 74, 12)}
  ${prop(palette.steel, 1.5)}${roundedRect(x - 7, 186, 14, 28, 4)}
  ${prop(palette.steel, 1.5)}M${x - 8} 232H${x + 8}V256L${x} 262L${x - 8} 256Z`
  return drawn`
  ${prop(palette.steel, 2)}${roundedRect(322, 240, 76, 100, 6)}
  ${prop(palette.steel, 2.5)}${roundedRect(236, 206, 248, 38, 18)}
  ${line(6, palette.milk)}M256 218H420
  ${handle(274, palette.coral)}
  ${handle(332, palette.lime)}
  ${handle(390, palette.pink)}
  ${handle(448, palette.cheddar)}`
}
