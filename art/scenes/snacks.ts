import {
  circlePath,
  clipSvg,
  drawMarkup,
  ellipsePath,
  type FlagName,
  fillPen,
  halftone,
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
import { drawDisplayText } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'
import { steam } from './stage.ts'

const filling = '#8E3B1B'

export const pasty = drawMarkup`
  ${groundShadow(62)}
  ${shadedPropPen(palette.crust, [4, -56, 62, 62])}M-66-4Q-66-52 0-56Q66-52 66-4Q34 6 0 6Q-34 6-66-4Z
  ${linePen(4.5)}${repeat(9, (index) => `M${-58 + index * 14.5}-2q7 12 14 0`)}
  ${linePen(4)}M-14-38l8 8M6-42l6 9
  ${linePen(6, '#FFE2A8')}M-50-24Q-42-40-28-45`

export const pastryRoll = drawMarkup`
  ${groundShadow(56)}
  ${shadedPropPen('#E8AE57', [6, -40, 52, 40], { slip: 2.5 })}${roundedRectPath(-58, -40, 116, 40, 12)}
  ${linePen(4.5, '#A8651F')}M-34-36l-8 14M-12-36l-8 14M10-36l-8 14M32-36l-8 14
  ${mascotPen(filling, 4, 1.5)}M48-34Q64-34 64-20Q64-6 48-6Q40-6 40-20Q40-34 48-34Z`

export const honeyBiscuit = drawMarkup`
  ${groundShadow(44)}
  ${mascotPen('#EFC57E', 4.5, 2)}M-38-18Q-46 2-34 2H34Q46 2 38-18Z
  ${mascotPen(palette.cheddar, 4, 1.5)}M-42-24Q-44-12-34-14Q-30 0-24-2Q-20-14-8-14Q0-12 2-4Q8-2 10-14Q30-10 42-24Z
  ${mascotPen(palette.crust, 4.5, 2)}M-40-24C-42-48-18-54 0-54C18-54 42-48 40-24Q20-18 0-18Q-20-18-40-24Z
  ${linePen(4.5, '#FFE2A8')}M-28-38q6-8 15-9`

export function paperBag(word: string): string {
  const inside = linePen(9, palette.blush)(repeat(5, (index) => `M${-46 + index * 23}-170V8`))
  return drawMarkup`
  ${groundShadow(62)}
  ${steam(-14, -172, palette.milk, 2)}
  ${shadedPropPen(palette.milk, [6, -160, 50, 160], { inside })}M-56-150L-44-162L-32-150L-20-162L-8-150L4-162L16-150L28-162L40-150L56-160V0H-56Z
  ${mascotPen(palette.coral, 4, 1.5)}${roundedRectPath(-46, -96, 92, 40, 6)}
  ${drawDisplayText(word, 0, -71, 11.5, palette.ink)}`
}

const pennant = 'M1-46H31L24-36L31-26H1Z'

const pick = (flag: FlagName) => drawMarkup`
  <path d="M0 0V-46" stroke="${palette.ink}" stroke-width="3.4"/>
  ${clipSvg(pennant, flagStrip(0, -46, 34, 20, flag))}
  ${linePen(3)}${pennant}`

export function miniBurger(flag: FlagName): string {
  return drawMarkup`
  ${mascotPen('#E0A04C', 4, 2)}M-32-14Q-36 2-22 2H22Q36 2 32-14Z
  ${mascotPen(palette.salad, 4, 1.5)}M-36-20Q-38-10-30-12Q-20-2-10-12Q0-2 10-12Q20-2 30-12Q38-10 36-20Z
  ${mascotPen('#B5622A', 4, 2)}M-33-27Q-38-16-28-16H28Q38-16 33-27Z
  ${mascotPen(palette.sweetcorn, 3.6, 1)}M-35-28L36-28L22-20L8-24L-6-14L-14-24Z
  ${mascotPen(palette.crust, 4, 2)}M-34-30C-34-54-14-60 0-60C14-60 34-54 34-30Q18-26 0-26Q-18-26-34-30Z
  ${linePen(4.5, '#FFE2A8')}M-22-42q4-8 12-10
  <g fill="#FFF1CF"><ellipse cx="6" cy="-50" rx="3" ry="2"/><ellipse cx="18" cy="-42" rx="3" ry="2"/><ellipse cx="4" cy="-40" rx="3" ry="2"/></g>
  ${placeSvg(0, -58, 1, pick(flag), 4)}`
}

export const egg = drawMarkup`
  ${mascotPen(palette.milk, 4, 2)}M-30-8C-30-24-14-30 0-30C14-30 30-24 30-8Q28 2 0 2Q-28 2-30-8Z
  ${mascotPen('#FFCF3A', 3.6, 1.5)}M-17-18Q-14-34 0-36Q14-34 17-18Q10-10 0-10Q-10-10-17-18Z
  <g fill="${palette.coral}"><circle cx="-5" cy="-22" r="2.4"/><circle cx="5" cy="-26" r="2.4"/><circle cx="7" cy="-18" r="2"/></g>
  ${linePen(3.6, palette.leaf)}M-1-35q3-9 10-10`

/** A skewer with gherkin, cheese and tomato. */
export const skewer = drawMarkup`
  <path d="M0 2V-88" stroke="${palette.ink}" stroke-width="4"/>
  ${mascotPen(palette.pink, 3.4, 1)}${circlePath(0, -88, 6)}
  ${mascotPen('#6FBF3B', 3.8, 2)}${roundedRectPath(-15, -76, 30, 20, 5)}
  ${mascotPen(palette.sweetcorn, 3.8, 2)}${roundedRectPath(-17, -55, 34, 24, 4)}
  <circle cx="-5" cy="-46" r="3" fill="#E59A1C"/><circle cx="8" cy="-40" r="2.5" fill="#E59A1C"/>
  ${mascotPen(palette.coral, 3.8, 2)}${circlePath(0, -17, 15)}
  ${linePen(3.4, palette.milk)}M-8-22q2-5 7-6`

const corn = (x: number, y: number, r: number) => mascotPen('#DB8430', 4, 2)(circlePath(x, y, r))

const cup = 'M-26-54H26L18 2H-18Z'
const popcornCupStripes = repeat(3, (index) => `M${-20 + index * 18}-60L${-14 + index * 13} 6`)

const popcornCup = drawMarkup`
  ${propPen(palette.teal, 2)}${cup}
  ${clipSvg(cup, `<path d="${popcornCupStripes}" stroke="${palette.milk}" stroke-width="8"/>`)}
  ${linePen(4.5)}${cup}
  ${corn(-18, -58, 11)}${corn(0, -62, 13)}${corn(18, -58, 11)}${corn(-9, -72, 11)}${corn(10, -74, 11)}
  ${linePen(3, '#A8561A')}M-12-74l4 3M4-66l4 2M12-78l3 3`

const tray = 'M-236-10Q-236-30 0-30Q236-30 236-10Q232 16 150 22H-150Q-232 16-236-10Z'

export const canapeTray = drawMarkup`
  ${propPen(palette.steel)}${tray}
  <path d="${ellipsePath(0, -10, 214, 13)}" fill="${palette.milk}" opacity=".65"/>
  ${linePen(6, palette.milk)}M-206 4Q-190 13-150 14H-60M-44 14H-28
  ${halftone(tray, 60, -30, 180, 56)}
  ${linePen(5)}${tray}
  ${placeSvg(-178, -10, 0.92, egg)}
  ${placeSvg(-122, -14, 1, miniBurger('six'))}
  ${placeSvg(-62, -14, 1, skewer, -4)}
  ${placeSvg(-8, -14, 1.02, miniBurger('trans'))}
  ${placeSvg(52, -14, 1, popcornCup)}
  ${placeSvg(112, -14, 1, miniBurger('bi'))}
  ${placeSvg(160, -12, 0.94, skewer, 6)}
  ${placeSvg(196, -8, 0.8, egg)}`

export const taco = drawMarkup`
  ${fillPen(palette.leaf)}M-46 24C-46-30 46-30 46 24Z
  ${mascotPen(palette.salad, 4, 2)}M-46 14C-50-2-38-4-36-12C-38-26-22-28-18-24C-14-38 6-38 8-28C18-36 32-28 28-18C42-20 46-6 40 0C48 4 48 12 44 18Z
  ${mascotPen(palette.coral, 3, 1)}${circlePath(-22, -16, 8)}
  ${mascotPen(palette.pink, 3, 1)}${circlePath(14, -20, 9)}
  ${mascotPen(palette.coral, 3, 1)}${circlePath(34, -2, 7)}
  ${mascotPen(palette.milk, 3, 1)}${circlePath(-4, -26, 6)}
  ${mascotPen(palette.cheddar)}M-50 34C-50-20-26-18 0-18C26-18 50-20 50 34Q50 42 42 42H-42Q-50 42-50 34Z
  ${linePen(5, '#FFE08A')}M-36 22Q-36-4-12-7
  <g fill="${palette.ink}" opacity=".35"><circle cx="-20" cy="22" r="3"/><circle cx="14" cy="10" r="3"/><circle cx="30" cy="26" r="3"/><circle cx="2" cy="30" r="2.5"/></g>`

export const tacoRack = drawMarkup`
  ${groundShadow(150)}
  ${placeSvg(-108, -52, 0.92, taco, -6)}
  ${placeSvg(-36, -52, 0.92, mascots.taco, 4)}
  ${placeSvg(36, -52, 0.92, taco, -3)}
  ${placeSvg(108, -52, 0.92, taco, 6)}
  ${propPen(palette.steel, 2)}M-166-22H166L154 0H-154Z
  ${linePen(5, palette.milk)}M-150-11H-40M-28-11H-16
  ${linePen(3.4)}M-72-22V0M0-22V0M72-22V0`

export function dipBowl(colour: string, bowl: string, bits: string): string {
  const outline = 'M-40-26H40Q38 0 16 0H-16Q-38 0-40-26Z'
  return drawMarkup`
  ${groundShadow(38, 7)}
  ${mascotPen(colour, 4.5, 2)}${ellipsePath(0, -27, 39, 11)}
  <g fill="${bits}">${repeat(6, (index) => `<circle cx="${-26 + index * 10}" cy="${-28 + (index % 3) * 4}" r="3"/>`)}</g>
  ${mascotPen(bowl, 4.5, 2.5)}${outline}
  ${linePen(4.5, palette.milk)}M-28-16q2 7 10 9`
}
