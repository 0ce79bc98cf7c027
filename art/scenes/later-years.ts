import { eye } from '../faces.ts'
import type { Lettering } from '../lettering.ts'
import { mascot } from '../mascots/mascot.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { clipped, flat, halftone, inked, line } from '../print.ts'
import { circle, ellipse, repeat, roundedRect } from '../../app/ui/shapes/outlines.ts'
import { dots, floor, rays, sun } from './backdrops.ts'
import { taco } from './party-food.ts'
import { glitter, placed, product, prop, puddle, steam } from './stagecraft.ts'

/** 2021: a jar and a loaded spoon. */
export function chilliCrisp(lettering: Lettering): string {
  const spoon =
    prop(
      'M-9-120Q-26-118-26-92Q-26-70-9-66L-6 66H6L9-66Q26-70 26-92Q26-118 9-120Z',
      palette.steel,
    ) +
    flat(ellipse(0, -94, 17, 20), '#C8361E') +
    `<g fill="${palette.cheddar}"><circle cx="-6" cy="-98" r="4"/><circle cx="6" cy="-88" r="5"/><circle cx="2" cy="-106" r="3"/></g>`
  return (
    rays(150, 150, '#FFC95C', 12, 320) +
    placed(138, 282, 1, product('nashville-chilli-crisp', 0.62, lettering)) +
    placed(238, 196, 1, spoon, 12)
  )
}

/** 2022: a wall calendar with one busy column. */
export function tacoTuesdays(lettering: Lettering): string {
  const page = roundedRect(40, 56, 220, 206, 16)
  return (
    dots('#FFDCC0', 300, 300, 36, 6) +
    prop(page, palette.milk) +
    clipped(
      page,
      `<rect x="40" y="56" width="220" height="56" fill="${palette.coral}"/><rect x="84" y="112" width="44" height="160" fill="${palette.butter}"/>`,
    ) +
    line('M40 112H260M40 162H260M40 212H260M84 112V262M128 112V262M172 112V262M216 112V262', 3) +
    line(page, 5) +
    lettering('TUESDAY', 150, 98, 32, palette.ink) +
    prop(roundedRect(84, 40, 16, 34, 8), palette.steel, 1) +
    prop(roundedRect(200, 40, 16, 34, 8), palette.steel, 1) +
    placed(106, 137, 0.36, taco(), -8) +
    placed(106, 187, 0.36, taco(), 4) +
    placed(106, 237, 0.36, taco(), -4) +
    placed(206, 214, 1.1, mascot('taco'), 8)
  )
}

/** 2023: a power station and a pint. */
export function brewery(): string {
  return (
    sun(214, 96, 56, palette.pink) +
    powerStation() +
    floor(palette.teal, 230) +
    line('M20 256q10-8 20 0t20 0M200 280q10-8 20 0t20 0M40 286q10-8 20 0', 4.5, palette.milk) +
    placed(146, 284, 1, pint())
  )
}

/** Four chimneys by the river, as they stand in a picture 300 wide; the water begins at 230. */
export function powerStation(): string {
  const chimney = (x: number) =>
    prop(`M${x - 12} 150L${x - 8} 58H${x + 8}L${x + 12} 150Z`, palette.milk, 2) +
    line(`M${x - 8} 74H${x + 8}`, 3)
  const windows = repeat(5, (i) => `M${34 + i * 16} 166V218M${188 + i * 17} 166V218`)
  return (
    [40, 92, 196, 248].map(chimney).join('') +
    prop('M22 150H112V232H22Z', '#B5622A', 2) +
    prop('M176 150H270V232H176Z', '#B5622A', 2) +
    prop('M108 168H182V232H108Z', '#9A4E1E', 2) +
    line(windows, 4, '#8A3F14')
  )
}

/** A pint with a face. */
export function pint(): string {
  const glass = 'M-40-124H40L32 0H-32Z'
  return (
    prop(glass, '#FFC53A') +
    halftone(glass, 2, -124, 38, 124) +
    line('M-26-96L-21-24', 7, '#FFE9A8') +
    line(glass, 5) +
    prop(
      'M-46-122C-58-146-30-158-20-148C-10-166 18-164 22-148C42-158 58-136 44-120Q30-106 18-116Q2-104-14-116Q-34-104-46-122Z',
      palette.milk,
      2,
    ) +
    eye(-12, -70, 8) +
    eye(14, -70, 8) +
    line('M-10-48Q2-36 14-48')
  )
}

/** 2024: a range of our own. */
export function ownKitchen(): string {
  const range = roundedRect(50, 148, 200, 110, 8)
  const tiles = repeat(6, (i) => `M0 ${i * 42 + 10}H300M${i * 56 + 14} 0V236`)
  const pan =
    prop('M-38-44H38L32 2H-32Z', palette.aubergine, 2) +
    line('M38-34H70', 7) +
    steam(-10, -56, palette.milk, 2)
  return (
    line(tiles, 3, palette.milk) +
    floor(palette.grape) +
    prop('M36 40H264L240 84H60Z', palette.steel, 2) +
    line('M70 70H200M214 70h8', 5, palette.milk) +
    prop(range, palette.coral) +
    halftone(range, 150, 148, 100, 110) +
    line(range, 5) +
    prop(roundedRect(76, 190, 148, 54, 8), palette.aubergine, 2) +
    line('M88 200H212', 5, palette.steel) +
    repeat(5, (i) => inked(circle(84 + i * 33, 168, 8), palette.milk, 3.4, 1)) +
    prop('M40 130H260V150H40Z', palette.steel, 2) +
    placed(104, 126, 1, pan) +
    placed(204, 106, 0.86, mascot('toque'))
  )
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
      `<rect x="${x - 20}" y="${y - 12}" width="42" height="50" rx="7" fill="${colour}"/>` +
      placed(x + 1, y + 14, 0.4, mascot(name)),
  )
  const loose =
    prop(roundedRect(-24, -30, 48, 60, 8), palette.milk, 0) + placed(0, 0, 0.44, mascot('queen'))
  return (
    rays(150, 160, '#FF9CCB', 12, 320) +
    puddle(120, 10, 156, 252) +
    prop('M150 92Q92 66 26 82V240Q92 224 150 250Z', palette.milk) +
    prop('M150 92Q208 66 274 82V240Q208 224 150 250Z', palette.skim) +
    line('M150 92V250') +
    slots.join('') +
    `<rect x="176" y="166" width="42" height="50" rx="7" fill="none" stroke="${palette.ink}" stroke-width="2.5" stroke-dasharray="6 5"/>` +
    placed(206, 178, 1, loose, 14) +
    glitter(40, 52, 1.4) +
    glitter(262, 52, 1.2, palette.lime) +
    glitter(150, 54, 1, palette.butter)
  )
}
