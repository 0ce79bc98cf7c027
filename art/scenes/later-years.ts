import {
  circle,
  clipped,
  drawn,
  ellipse,
  flat,
  halftone,
  inked,
  line,
  palette,
  placed,
  prop,
  puddle,
  repeat,
  roundedRect,
} from '../kit.ts'
import { lettering } from '../lettering.ts'
import { eye } from '../faces.ts'
import { mascot } from '../mascots/mascot.ts'
import { dots, floor, rays, sun } from './backdrops.ts'
import { taco } from './party-food.ts'
import { glitter, product, steam } from './stagecraft.ts'

/** 2021: a jar and a loaded spoon. */
export function chilliCrisp(): string {
  const spoon = drawn`
  ${prop(palette.steel)}M-9-120Q-26-118-26-92Q-26-70-9-66L-6 66H6L9-66Q26-70 26-92Q26-118 9-120Z
  ${flat('#C8361E')}${ellipse(0, -94, 17, 20)}
  <g fill="${palette.cheddar}"><circle cx="-6" cy="-98" r="4"/><circle cx="6" cy="-88" r="5"/><circle cx="2" cy="-106" r="3"/></g>`
  return drawn`
  ${rays(150, 150, '#FFC95C', 12, 320)}
  ${placed(138, 282, 1, product('nashville-chilli-crisp', 0.62))}
  ${placed(238, 196, 1, spoon, 12)}`
}

/** 2022: a wall calendar with one busy column. */
export function tacoTuesdays(): string {
  const page = roundedRect(40, 56, 220, 206, 16)
  return drawn`
  ${dots('#FFDCC0', 300, 300, 36, 6)}
  ${prop(palette.milk)}${page}
  ${clipped(page, `<rect x="40" y="56" width="220" height="56" fill="${palette.coral}"/><rect x="84" y="112" width="44" height="160" fill="${palette.butter}"/>`)}
  ${line(3)}M40 112H260M40 162H260M40 212H260M84 112V262M128 112V262M172 112V262M216 112V262
  ${line(5)}${page}
  ${lettering('TUESDAY', 150, 98, 32, palette.ink)}
  ${prop(palette.steel, 1)}${roundedRect(84, 40, 16, 34, 8)}
  ${prop(palette.steel, 1)}${roundedRect(200, 40, 16, 34, 8)}
  ${placed(106, 137, 0.36, taco(), -8)}
  ${placed(106, 187, 0.36, taco(), 4)}
  ${placed(106, 237, 0.36, taco(), -4)}
  ${placed(206, 214, 1.1, mascot('taco'), 8)}`
}

/** 2023: a power station and a pint. */
export function brewery(): string {
  return drawn`
  ${sun(214, 96, 56, palette.pink)}
  ${powerStation()}
  ${floor(palette.teal, 230)}
  ${line(4.5, palette.milk)}M20 256q10-8 20 0t20 0M200 280q10-8 20 0t20 0M40 286q10-8 20 0
  ${placed(146, 284, 1, pint())}`
}

/** Four chimneys by the river, as they stand in a picture 300 wide; the water begins at 230. */
export function powerStation(): string {
  const chimney = (x: number) =>
    drawn`
  ${prop(palette.milk, 2)}M${x - 12} 150L${x - 8} 58H${x + 8}L${x + 12} 150Z
  ${line(3)}M${x - 8} 74H${x + 8}`
  const windows = repeat(5, (i) => `M${34 + i * 16} 166V218M${188 + i * 17} 166V218`)
  return drawn`
  ${[40, 92, 196, 248].map(chimney).join('')}
  ${prop('#B5622A', 2)}M22 150H112V232H22Z
  ${prop('#B5622A', 2)}M176 150H270V232H176Z
  ${prop('#9A4E1E', 2)}M108 168H182V232H108Z
  ${line(4, '#8A3F14')}${windows}`
}

/** A pint with a face. */
export function pint(): string {
  const glass = 'M-40-124H40L32 0H-32Z'
  return drawn`
  ${prop('#FFC53A')}${glass}
  ${halftone(glass, 2, -124, 38, 124)}
  ${line(7, '#FFE9A8')}M-26-96L-21-24
  ${line(5)}${glass}
  ${prop(palette.milk, 2)}M-46-122C-58-146-30-158-20-148C-10-166 18-164 22-148C42-158 58-136 44-120Q30-106 18-116Q2-104-14-116Q-34-104-46-122Z
  ${eye(-12, -70, 8)}
  ${eye(14, -70, 8)}
  ${line(4)}M-10-48Q2-36 14-48`
}

/** 2024: a range of our own. */
export function ownKitchen(): string {
  const range = roundedRect(50, 148, 200, 110, 8)
  const tiles = repeat(6, (i) => `M0 ${i * 42 + 10}H300M${i * 56 + 14} 0V236`)
  const pan = drawn`
  ${prop(palette.aubergine, 2)}M-38-44H38L32 2H-32Z
  ${line(7)}M38-34H70
  ${steam(-10, -56, palette.milk, 2)}`
  return drawn`
  ${line(3, palette.milk)}${tiles}
  ${floor(palette.grape)}
  ${prop(palette.steel, 2)}M36 40H264L240 84H60Z
  ${line(5, palette.milk)}M70 70H200M214 70h8
  ${prop(palette.coral)}${range}
  ${halftone(range, 150, 148, 100, 110)}
  ${line(5)}${range}
  ${prop(palette.aubergine, 2)}${roundedRect(76, 190, 148, 54, 8)}
  ${line(5, palette.steel)}M88 200H212
  ${repeat(5, (i) => inked(palette.milk, 3.4, 1)(circle(84 + i * 33, 168, 8)))}
  ${prop(palette.steel, 2)}M40 130H260V150H40Z
  ${placed(104, 126, 1, pan)}
  ${placed(204, 106, 0.86, mascot('toque'))}`
}

const stuckIn = [
  ['bear', 56, 104, palette.peach],
  ['apple', 104, 112, palette.mint],
  ['peach', 58, 170, palette.lilac],
  ['lemon', 106, 178, palette.blush],
  ['chilli', 196, 112, palette.butter],
  ['garlic', 244, 104, palette.sky],
  ['taco', 244, 170, palette.peach],
] as const

/** 2025: the album, one sticker on its way in. */
export function album(): string {
  const slots = stuckIn.map(
    ([name, x, y, colour]) =>
      drawn`
  <rect x="${x - 20}" y="${y - 12}" width="42" height="50" rx="7" fill="${colour}"/>
  ${placed(x + 1, y + 14, 0.4, mascot(name))}`,
  )
  const loose =
    prop(palette.milk, 0)(roundedRect(-24, -30, 48, 60, 8)) + placed(0, 0, 0.44, mascot('queen'))
  return drawn`
  ${rays(150, 160, '#FF9CCB', 12, 320)}
  ${puddle(120, 10, 156, 252)}
  ${prop(palette.milk)}M150 92Q92 66 26 82V240Q92 224 150 250Z
  ${prop(palette.skim)}M150 92Q208 66 274 82V240Q208 224 150 250Z
  ${line(4)}M150 92V250
  ${slots.join('')}
  <rect x="176" y="166" width="42" height="50" rx="7" fill="none" stroke="${palette.ink}" stroke-width="2.5" stroke-dasharray="6 5"/>
  ${placed(206, 178, 1, loose, 14)}
  ${glitter(40, 52, 1.4)}
  ${glitter(262, 52, 1.2, palette.lime)}
  ${glitter(150, 54, 1, palette.butter)}`
}
