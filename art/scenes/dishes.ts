import { drawn, ellipse, inked, line, palette, placed, prop, puddle } from '../kit.ts'
import { dots, field, rays } from './backdrops.ts'
import { biscuitTower } from './baking.ts'
import { chicken, cobs, mac } from './hot-food.ts'
import { egg, slider } from './party-food.ts'
import { steam } from './stagecraft.ts'

export interface Dish {
  title: string
  draw(): string
}

/** Single dishes, 300 x 300 each: one prop on a tint. */
export const dishes = {
  chicken: {
    title: 'Nashville fried chicken',
    draw: () =>
      drawn`
  ${square(palette.butter)}
  ${rays(150, 150, '#FFF1BF', 9, 300)}
  ${placed(150, 232, 1.26, chicken())}`,
  },
  mac: {
    title: 'Four-cheese mac',
    draw: () =>
      drawn`
  ${square(palette.sky)}
  ${dots('#C6E9FF', 300, 300, 36, 6)}
  ${placed(116, 228, 1.06, mac())}
  ${steam(96, 126, palette.milk, 3)}`,
  },
  sliders: {
    title: 'Sliders with a flag in',
    draw: () =>
      drawn`
  ${square(palette.lilac)}
  ${rays(150, 260, '#E7DBFF', 11, 400)}
  ${placed(92, 206, 1.3, slider('lesbian'), -3)}
  ${placed(206, 206, 1.3, slider('pan'), 3)}
  ${placed(150, 250, 1.46, slider('six'))}`,
  },
  eggs: { title: 'Devilled eggs', draw: devilledEggs },
  corn: {
    title: 'Buttered corn',
    draw: () =>
      square(palette.blush) + rays(150, 190, '#FFDDEB', 10, 300) + placed(160, 222, 1.42, cobs()),
  },
  biscuits: {
    title: 'Biscuits and honey',
    draw: () =>
      drawn`
  ${square(palette.peach)}
  ${dots('#FFDCC0', 300, 300, 36, 6)}
  ${placed(150, 250, 1.2, biscuitTower())}`,
  },
} as const satisfies Record<string, Dish>

function devilledEggs(): string {
  const platter = drawn`
  ${prop(palette.pink)}${ellipse(0, 0, 132, 40)}
  ${inked(palette.blush, 3.6, 1.5)}${ellipse(0, -5, 108, 28)}
  ${line(6, palette.milk)}M-112 12Q-90 28-50 33`
  return drawn`
  ${square(palette.mint)}
  ${dots('#CFF6E8', 300, 300, 40, 9)}
  ${puddle(120, 10, 152, 240)}
  ${placed(150, 214, 1, platter)}
  ${placed(86, 206, 1.15, egg(), -3)}
  ${placed(214, 206, 1.15, egg(), 3)}
  ${placed(150, 182, 1.1, egg())}
  ${placed(150, 232, 1.3, egg())}`
}

function square(colour: string): string {
  return field(colour, 300, 300)
}
