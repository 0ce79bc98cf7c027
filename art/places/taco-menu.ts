import { mascot } from '../mascots/mascot.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { halftone, inked, line } from '../print.ts'
import { circle, ellipse } from '../../app/ui/shapes/outlines.ts'
import { dots, field, rays } from '../scenes/backdrops.ts'
import { dip, taco } from '../scenes/party-food.ts'
import { placed, prop, puddle } from '../scenes/stagecraft.ts'

/** The three parts of the taco menu, 300 x 300 each. */
export const tacoMenuArt = {
  tacos: () =>
    square(palette.lime) +
    rays(150, 170, '#E6FF8A', 12, 300) +
    puddle(110, 10, 156, 226) +
    placed(94, 186, 1.2, taco(), -8) +
    placed(214, 186, 1.2, taco(), 8) +
    placed(154, 174, 1.5, mascot('taco')),
  sides: () =>
    square(palette.sky) +
    dots('#C6E9FF', 300, 300, 36, 6) +
    placed(92, 178, 1.5, dip(palette.coral, palette.butter, palette.leaf)) +
    placed(210, 178, 1.5, dip('#8CCB3C', palette.pink, palette.milk)) +
    placed(150, 244, 1.8, dip(palette.cheddar, palette.teal, palette.coral)),
  drinks: () =>
    square(palette.blush) +
    rays(150, 150, '#FFDDEB', 11, 320) +
    placed(100, 258, 0.95, frozenDrink(palette.lime)) +
    placed(202, 262, 1.05, frozenDrink(palette.coral)),
} as const

/** A frozen thing in a glass, salt on the rim. */
function frozenDrink(colour: string): string {
  const bowl = 'M-60-150H60Q60-84 0-76Q-60-84-60-150Z'
  return (
    puddle(44) +
    line('M22-140L44-214', 9) +
    line('M22-140L44-214', 5, palette.milk) +
    prop('M-6-80H6V-14H-6Z', palette.milk, 1.5) +
    prop(`${ellipse(0, -7, 40, 9)}`, palette.milk, 1.5) +
    inked('M-52-150Q-46-184-20-178Q-4-200 16-182Q44-188 52-150Z', colour, 4.5, 2) +
    prop(bowl, colour) +
    halftone(bowl, 0, -150, 60, 76) +
    line(bowl, 5) +
    line('M-44-138Q-42-112-24-98', 6, palette.milk) +
    inked(circle(-52, -160, 22), '#8CCB3C', 4.5, 2) +
    line('M-52-178V-142M-70-160H-34', 3.5, palette.milk) +
    line('M-58-151H58', 6, palette.milk)
  )
}

function square(colour: string): string {
  return field(colour, 300, 300)
}
