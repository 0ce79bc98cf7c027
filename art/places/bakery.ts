import {
  clipped,
  drawn,
  halftone,
  inked,
  line,
  palette,
  prop,
  puddle,
  repeat,
  roundedRect,
} from '../kit.ts'
import { lettering } from '../lettering.ts'
import { steam } from '../scenes/stagecraft.ts'

const filling = '#8E3B1B'

/** A pasty with a crimp that somebody is proud of. */
export function pasty(): string {
  const body = 'M-66-4Q-66-52 0-56Q66-52 66-4Q34 6 0 6Q-34 6-66-4Z'
  const crimp = repeat(9, (index) => `M${-58 + index * 14.5}-2q7 12 14 0`)
  return drawn`
  ${puddle(62)}
  ${prop(palette.crust)}${body}
  ${halftone(body, 4, -56, 62, 62)}
  ${line(5)}${body}
  ${line(4.5)}${crimp}
  ${line(4)}M-14-38l8 8M6-42l6 9
  ${line(6, '#FFE2A8')}M-50-24Q-42-40-28-45`
}

/** A roll of pastry, sausage or brisket showing at the ends. */
export function pastryRoll(): string {
  const roll = roundedRect(-58, -40, 116, 40, 12)
  return drawn`
  ${puddle(56)}
  ${prop('#E8AE57', 2.5)}${roll}
  ${halftone(roll, 6, -40, 52, 40)}
  ${line(5)}${roll}
  ${line(4.5, '#A8651F')}M-34-36l-8 14M-12-36l-8 14M10-36l-8 14M32-36l-8 14
  ${inked(filling, 4, 1.5)}M48-34Q64-34 64-20Q64-6 48-6Q40-6 40-20Q40-34 48-34Z`
}

/** A biscuit split and dripping with honey butter. */
export function honeyBiscuit(): string {
  return drawn`
  ${puddle(44)}
  ${inked('#EFC57E', 4.5, 2)}M-38-18Q-46 2-34 2H34Q46 2 38-18Z
  ${inked(palette.cheddar, 4, 1.5)}M-42-24Q-44-12-34-14Q-30 0-24-2Q-20-14-8-14Q0-12 2-4Q8-2 10-14Q30-10 42-24Z
  ${inked(palette.crust, 4.5, 2)}M-40-24C-42-48-18-54 0-54C18-54 42-48 40-24Q20-18 0-18Q-20-18-40-24Z
  ${line(4.5, '#FFE2A8')}M-28-38q6-8 15-9`
}

/** A striped paper bag with something warm in it. */
export function paperBag(word: string): string {
  const bag = 'M-56-150L-44-162L-32-150L-20-162L-8-150L4-162L16-150L28-162L40-150L56-160V0H-56Z'
  const stripes = repeat(5, (index) => `M${-46 + index * 23}-170V8`)
  return drawn`
  ${puddle(62)}
  ${steam(-14, -172, palette.milk, 2)}
  ${prop(palette.milk)}${bag}
  ${clipped(bag, line(9, palette.blush)(stripes))}
  ${halftone(bag, 6, -160, 50, 160)}
  ${line(5)}${bag}
  ${inked(palette.coral, 4, 1.5)}${roundedRect(-46, -96, 92, 40, 6)}
  ${lettering(word, 0, -71, 11.5, palette.ink)}`
}
