import type { PlatePicture } from '../../app/content/recipes/dish-recipe.ts'
import {
  circlePath,
  cycle,
  type Drawing,
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
} from '../lib/kit.ts'
import { biscuitTower, chicken, cornCobs, macAndCheese, ribs } from './food.ts'
import { dipBowl, egg, skewer, miniBurger, tacoRack } from './snacks.ts'
import { steam } from './stage.ts'

const dish = (colour: string, rim: string) => drawMarkup`
  ${groundShadow(104, 10, 6, 8)}
  ${propPen(colour)}${ellipsePath(0, -6, 108, 22)}
  ${mascotPen(rim, 3.6, 1.5)}${ellipsePath(0, -10, 86, 14)}
  ${linePen(5, palette.milk)}M-92 2Q-74 12-42 14`

const strands = repeat(13, (index) => {
  const x = -62 + ((index * 37) % 112)
  const y = -70 - ((index * 19) % 30)
  return (
    linePen(8)(`M${x} ${y}q9-13 18 0t16-2`) +
    linePen(4.6, cycle(['#FFE692', '#FFD25A'], index))(`M${x} ${y}q9-13 18 0t16-2`)
  )
})

const tea = `<path d="M-50-104Q-24-114 0-104T50-104V6H-50Z" fill="${palette.coral}"/><path d="M-40-84l22-10l10 20l-22 8ZM6-72l22-6l6 20l-22 6Z" fill="${palette.blush}" stroke="${palette.ink}" stroke-width="3"/>`

const stick = (x: number, y: number, turn: number, colour: string) =>
  placeSvg(x, y, 1, mascotPen(colour, 4, 2)(roundedRectPath(-9, -62, 18, 86, 4)), turn)

const stripes = linePen(15, palette.milk)`M-32-96L-24 6M0-96V6M32-96L24 6`

const popped = (x: number, y: number) => drawMarkup`
  ${mascotPen('#FFF3C4', 4, 2)}${circlePath(x, y, 19)}
  ${linePen(4, palette.cheddar)}M${x - 7} ${y + 3}q7 7 14-2`

const sundae = drawMarkup`
  ${groundShadow(52)}
  ${propPen(palette.milk, 1.5)}M-7-56H7V-10H-7Z
  ${propPen(palette.milk, 1.5)}${ellipsePath(0, -6, 42, 9)}
  ${mascotPen('#FFF1C9', 4.5, 2)}${circlePath(-30, -100, 31)}
  ${mascotPen('#FFF1C9', 4.5, 2)}${circlePath(30, -100, 31)}
  ${mascotPen(palette.milk, 4.5, 2)}${circlePath(0, -122, 34)}
  ${mascotPen(palette.red, 4, 2)}M-34-124C-34-168 34-168 34-124Q28-108 18-120Q10-98-2-116Q-12-104-18-118Q-28-110-34-124Z
  ${linePen(5, '#FF9C9C')}M-20-136q6-12 18-14
  ${shadedPropPen(palette.pink, [0, -94, 62, 46], { over: linePen(6, palette.milk)`M-50-80Q-44-64-28-58` })}M-68-94H68Q60-50 0-48Q-60-50-68-94Z`

const slice = (x: number, y: number) => drawMarkup`
  ${mascotPen(palette.red, 4, 2)}${circlePath(x, y, 15)}
  ${linePen(4, '#FF9C9C')}M${x - 7} ${y - 3}q3-7 9-6`

const floret = (x: number, y: number, r = 28) => drawMarkup`
  ${mascotPen('#FFF1C9', 4.5, 2)}${circlePath(x, y, r)}
  ${linePen(4, '#E59A1C')}M${x - 12} ${y - 6}q8-12 20-8`

/** The dishes of recipes, each with its base at y = 0. */
const plates: Record<PlatePicture, string> = {
  biscuits: placeSvg(0, 8, 1.02, biscuitTower),
  bowl: drawMarkup`
  ${groundShadow(84, 10)}
  ${propPen('#FFD25A')}M-80-62C-74-102-36-118 0-116C38-116 74-100 80-62Z
  ${strands}
  <g fill="${palette.leaf}" stroke="${palette.ink}" stroke-width="3"><path d="${circlePath(-30, -98, 7)}"/><path d="${circlePath(26, -104, 7)}"/><path d="${circlePath(4, -82, 6)}"/></g>
  ${shadedPropPen(palette.teal, [12, -64, 74, 68], { over: linePen(7, palette.milk)`M-66-44Q-62-20-44-12` })}M-84-62H84Q82-2 34 4H-34Q-82-2-84-62Z
  ${linePen(7, palette.butter)}M-72-30Q0-14 72-30
  ${steam(-14, -124, palette.milk, 2)}`,
  cauliflower: drawMarkup`
  ${dish(palette.pink, palette.milk)}
  ${mascotPen(palette.leaf, 4.5, 2)}M-96-58Q-108-8-40-8H40Q108-8 96-58Q70-34 40-30H-40Q-70-34-96-58Z
  ${floret(-44, -52)}${floret(44, -52)}
  ${floret(-22, -76)}${floret(24, -78)}
  ${floret(0, -48, 32)}
  ${mascotPen(palette.leaf, 4.5, 2)}M-74-44Q-70-8-18-8Q-30-30-74-44ZM74-44Q70-8 18-8Q30-30 74-44Z
  ${steam(-14, -112, palette.milk, 2)}`,
  burger: placeSvg(0, 6, 1.56, miniBurger('six')),
  cheese: drawMarkup`
  ${groundShadow(104, 9)}
  ${propPen(palette.wood)}${roundedRectPath(-104, -20, 208, 22, 10)}
  ${shadedPropPen('#FFD93B', [0, -112, 98, 90], { over: `<g fill="#E59A1C"><circle cx="-24" cy="-40" r="9"/><circle cx="34" cy="-58" r="12"/><circle cx="64" cy="-34" r="7"/></g>` })}M-96-18L72-118L98-18Q0 18-96-18Z
  ${mascotPen('#FFF1B0', 4, 0)}M-96-22L72-118L80-94L-90-10Z
  ${mascotPen(palette.coral, 4, 2)}M-90-64Q-88-92-62-92Q-36-92-34-64L-38-20H-86Z
  ${mascotPen(palette.milk, 3.6, 1)}${roundedRectPath(-94, -98, 64, 14, 5)}`,
  chicken: placeSvg(0, 6, 1.06, chicken),
  chips: drawMarkup`
  ${groundShadow(66, 9)}
  ${[-46, -22, 2, 26, 48].map((x, index) => stick(x, -92 - (index % 2) * 18, -16 + index * 8, index % 2 ? '#FFC53A' : '#FFDD63')).join('')}
  ${[-34, -8, 18, 38].map((x, index) => stick(x, -78, -12 + index * 9, index % 2 ? '#FFDD63' : '#F5B02E')).join('')}
  ${shadedPropPen(palette.coral, [4, -96, 64, 100], { over: linePen(9, palette.milk)`M-58-58L58-64M-54-28L54-32` })}M-66-96Q-34-84 0-92Q34-84 66-96L52 4H-52Z
  <g fill="${palette.red}"><circle cx="-26" cy="-118" r="4"/><circle cx="8" cy="-134" r="4"/><circle cx="34" cy="-112" r="4"/></g>`,
  corn: placeSvg(6, 6, 1.04, cornCobs),
  dip: placeSvg(0, 4, 2.1, dipBowl(palette.blush, palette.grape, palette.coral)),
  eggs: drawMarkup`
  ${dish(palette.pink, palette.blush)}
  ${placeSvg(-34, -12, 1.5, egg, -4)}
  ${placeSvg(36, -10, 1.6, egg, 4)}`,
  fish: drawMarkup`
  ${dish(palette.sky, palette.milk)}
  ${mascotPen('#7FB7DE', 5, 2)}M58-44L104-76Q96-44 104-12Z
  ${shadedPropPen('#A9D6F2', [-10, -84, 84, 78])}M-92-42C-56-94 34-90 70-42C34 2-56 6-92-42Z
  ${linePen(5, '#3E6E97')}M-20-72L-34-16M8-74L-6-12M36-62L24-22
  ${mascotPen(palette.milk, 3.4, 1)}${circlePath(-62, -48, 9)}
  <circle cx="-62" cy="-48" r="4" fill="${palette.ink}"/>
  ${mascotPen('#FFE02E', 4, 2)}M-20-2Q2-34 24-2Z`,
  glass: drawMarkup`
  ${groundShadow(50, 9)}
  ${linePen(7, palette.coral)}M6-40L40-158L62-164
  ${shadedPropPen(palette.milk, [4, -132, 44, 134], { inside: tea, slip: 2 })}M-46-132H46L34 2H-34Z
  ${linePen(6, palette.milk)}M-34-96L-28-28
  ${mascotPen('#FFE02E', 4, 2)}${circlePath(-40, -132, 24)}
  ${linePen(3.4)}M-40-154V-110M-62-132H-18M-56-148L-24-116M-24-148L-56-116`,
  'hot-dog': drawMarkup`
  ${groundShadow(100, 9)}
  ${propPen(palette.crust)}M-92-40Q-92-76-60-76H60Q92-76 92-40Z
  ${mascotPen('#B5452A', 5, 2)}${roundedRectPath(-110, -72, 220, 38, 19)}
  ${linePen(11)}M-84-60q12-16 24 0t24 0t24 0t24 0t24 0t24 0
  ${linePen(6, palette.cheddar)}M-84-60q12-16 24 0t24 0t24 0t24 0t24 0t24 0
  ${shadedPropPen('#EFC57E', [4, -42, 88, 42], { over: linePen(6, '#FFE2A8')`M-74-24Q-70-12-54-10` })}M-94-42H94Q94 0 62 0H-62Q-94 0-94-42Z`,
  mac: placeSvg(-30, 4, 0.86, macAndCheese),
  pizza: drawMarkup`
  ${groundShadow(98, 10, 6, 8)}
  ${propPen(palette.cheddar)}M-96-24L62-128Q104-84 104-22Q40 4-96-24Z
  ${mascotPen(palette.crust, 5, 2)}M58-136Q122-96 116-16Q114-6 102-8Q92-10 92-22Q94-82 48-118Q44-134 58-136Z
  ${slice(44, -76)}
  ${slice(60, -32)}
  ${slice(4, -42)}
  ${slice(-40, -28)}
  ${linePen(6, palette.glow)}M-66-30l24-6l-4 14l40-18l-6 18l44-20l-6 22l42-12
  ${linePen(5)}M-96-24L62-128`,
  popcorn: drawMarkup`
  ${groundShadow(54, 9)}
  ${popped(-42, -98)}${popped(-16, -104)}${popped(14, -104)}${popped(42, -98)}
  ${popped(-30, -122)}${popped(0, -126)}${popped(30, -122)}
  ${popped(-12, -146)}${popped(16, -144)}
  ${shadedPropPen(palette.coral, [4, -92, 52, 96], { inside: stripes, slip: 2 })}M-54-92H54L40 4H-40Z`,
  potato: drawMarkup`
  ${dish(palette.coral, palette.milk)}
  ${shadedPropPen('#B9793A', [4, -88, 84, 82])}M-84-44C-84-100 84-100 84-44C84-4-84-4-84-44Z
  ${mascotPen('#FFE69A', 4.5, 2)}M-56-64Q0-100 56-64Q28-40 0-42Q-28-40-56-64Z
  ${mascotPen(palette.milk, 4, 2)}M-26-72Q-24-96 2-94Q28-92 26-70Q14-58 2-66Q-14-56-26-72Z
  <g fill="${palette.leaf}"><circle cx="-10" cy="-80" r="4"/><circle cx="8" cy="-84" r="4"/><circle cx="14" cy="-72" r="4"/><circle cx="-34" cy="-64" r="4"/><circle cx="38" cy="-64" r="4"/></g>
  ${linePen(6, '#E0A868')}M-70-44q0-14 10-22`,
  ribs: drawMarkup`
  ${dish(palette.teal, palette.mint)}
  ${placeSvg(0, -14, 1.26, ribs)}`,
  roast: drawMarkup`
  ${dish(palette.lilac, palette.milk)}
  ${shadedPropPen('#C9662B', [8, -90, 80, 88])}M-78-14C-92-60-50-92 4-90C60-88 92-52 76-14Q40-4 0-4Q-44-4-78-14Z
  ${linePen(5, '#7A3310')}M-46-76L-58-18M-16-86L-22-10M16-88L18-8M46-80L56-16
  ${linePen(7, '#FFC98A')}M-64-44q6-18 22-26
  ${mascotPen(palette.leaf, 3.6, 2)}M70-18Q104-30 112-8Q96 6 70-4ZM-76-14Q-108-34-116-8Q-100 8-74-2Z
  ${steam(-16, -98, palette.milk, 2)}`,
  sandwich: drawMarkup`
  ${dish(palette.butter, palette.milk)}
  ${mascotPen('#FFE1A6', 4.5, 2)}${roundedRectPath(-82, -34, 164, 24, 9)}
  ${mascotPen(palette.salad, 4, 2)}M-88-46Q-92-30-80-32Q-64-18-46-32Q-28-18-10-32Q8-18 26-32Q44-18 62-32Q84-22 88-46Z
  ${mascotPen(palette.coral, 4, 2)}M-86-52q18-12 36 0t36 0t36 0t36 0t28 0V-40H-86Z
  ${shadedPropPen(palette.crust, [6, -104, 82, 52], { over: linePen(6, '#FFE2A8')`M-66-76Q-58-92-38-94` })}M-86-54V-72C-86-108 86-108 86-72V-54Z`,
  skewers: drawMarkup`
  ${dish(palette.butter, palette.milk)}
  ${placeSvg(-40, -8, 1.3, skewer, -12)}
  ${placeSvg(0, -4, 1.4, skewer)}
  ${placeSvg(40, -8, 1.3, skewer, 12)}`,
  sundae: placeSvg(0, 0, 0.96, sundae),
  taco: placeSvg(0, 4, 0.7, tacoRack),
  toast: drawMarkup`
  ${dish(palette.sky, palette.milk)}
  ${propPen(palette.crust)}M-70-14C-84-66-60-92-36-88C-20-108 20-108 36-88C60-92 84-66 70-14Q64-6 50-6H-50Q-64-6-70-14Z
  ${mascotPen('#FFE1A6', 3.6, 1)}M-58-18C-68-60-50-80-32-76C-16-92 16-92 32-76C50-80 68-60 58-18Z
  ${mascotPen(palette.cheddar, 4, 2)}M-62-26C-72-62-52-80-34-76C-16-94 18-94 34-76C52-80 72-62 62-26Q54-10 44-22Q34-4 22-20Q8 2-6-20Q-20-8-30-22Q-50-10-62-26Z
  ${linePen(5, '#FFE69A')}M-42-56q10-14 22-12
  <g fill="${palette.coral}"><circle cx="-18" cy="-46" r="6"/><circle cx="16" cy="-60" r="7"/><circle cx="28" cy="-36" r="5"/><circle cx="-2" cy="-28" r="4"/></g>`,
}

const onCard = (body: string): Drawing => ({ viewBox: '-120 -172 240 200', body })

/** The dishes as drawings for recipe cards, 240 x 200 each, without a background. */
export const plateDrawings = Object.fromEntries(
  Object.entries(plates).map(([name, body]) => [name, onCard(body)]),
) as Record<PlatePicture, Drawing>
