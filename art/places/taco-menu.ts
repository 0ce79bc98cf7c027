import {
  circle,
  drawn,
  ellipse,
  halftone,
  inked,
  line,
  palette,
  placed,
  prop,
  puddle,
} from '../kit.ts'
import { mascot } from '../mascots/mascot.ts'
import { dots, field, rays } from '../scenes/backdrops.ts'
import { dip, taco } from '../scenes/party-food.ts'

/** The three parts of the taco menu, 300 x 300 each. */
export const tacoMenuArt = {
  tacos: () =>
    drawn`
  ${square(palette.lime)}
  ${rays(150, 170, '#E6FF8A', 12, 300)}
  ${puddle(110, 10, 156, 226)}
  ${placed(94, 186, 1.2, taco(), -8)}
  ${placed(214, 186, 1.2, taco(), 8)}
  ${placed(154, 174, 1.5, mascot('taco'))}`,
  sides: () =>
    drawn`
  ${square(palette.sky)}
  ${dots('#C6E9FF', 300, 300, 36, 6)}
  ${placed(92, 178, 1.5, dip(palette.coral, palette.butter, palette.leaf))}
  ${placed(210, 178, 1.5, dip('#8CCB3C', palette.pink, palette.milk))}
  ${placed(150, 244, 1.8, dip(palette.cheddar, palette.teal, palette.coral))}`,
  drinks: () =>
    drawn`
  ${square(palette.blush)}
  ${rays(150, 150, '#FFDDEB', 11, 320)}
  ${placed(100, 258, 0.95, frozenDrink(palette.lime))}
  ${placed(202, 262, 1.05, frozenDrink(palette.coral))}`,
} as const

/** A frozen thing in a glass, salt on the rim. */
function frozenDrink(colour: string): string {
  const bowl = 'M-60-150H60Q60-84 0-76Q-60-84-60-150Z'
  return drawn`
  ${puddle(44)}
  ${line(9)}M22-140L44-214
  ${line(5, palette.milk)}M22-140L44-214
  ${prop(palette.milk, 1.5)}M-6-80H6V-14H-6Z
  ${prop(palette.milk, 1.5)}${ellipse(0, -7, 40, 9)}
  ${inked(colour, 4.5, 2)}M-52-150Q-46-184-20-178Q-4-200 16-182Q44-188 52-150Z
  ${prop(colour)}${bowl}
  ${halftone(bowl, 0, -150, 60, 76)}
  ${line(5)}${bowl}
  ${line(6, palette.milk)}M-44-138Q-42-112-24-98
  ${inked('#8CCB3C', 4.5, 2)}${circle(-52, -160, 22)}
  ${line(3.5, palette.milk)}M-52-178V-142M-70-160H-34
  ${line(6, palette.milk)}M-58-151H58`
}

function square(colour: string): string {
  return field(colour, 300, 300)
}
