import { drawing, drawn, ellipse, palette, placed, propPen, puddle } from '../lib/kit.ts'
import { biscuitTower } from './food.ts'
import { dip, honeyBiscuit, paperBag, pasty } from './snacks.ts'
import * as stage from './stage.ts'
import { openParcel } from './years.ts'

const cloth = (colour: string) => stage.gingham([-10, 380, 740, 84], colour, 19)

const emptyPlate = drawn`
  ${puddle(70)}
  ${propPen(palette.milk, 2)}${ellipse(0, -12, 74, 15)}
  ${propPen(palette.skim, 0)}${ellipse(0, -14, 48, 8)}`

/** Illustrations above messages that something has ended, is not paid yet, was sent or was not found. */
export const outcomeScenes = {
  waiting: drawing('0 0 720 450')`
  ${stage.field(palette.sky)}
  ${stage.rays(360, 300, '#C6E9FF', 14)}
  ${stage.bulbs({ from: [-20, 22], to: [740, 22], sag: 40, count: 15 })}
  ${placed(96, 232, 1, stage.guest('mandarin', 1.5, -6))}
  ${placed(628, 236, 1, stage.guest('twink', 1.5, 5))}
  ${stage.table(322, '#FFF3DC', cloth(palette.coral), palette.butter)}
  ${placed(196, 356, 1, stage.product('apple-terror-sauce', 0.72))}
  ${placed(298, 358, 1, stage.product('nashville-chilli-crisp', 0.72))}
  ${placed(424, 360, 1.5, paperBag('STILL YOURS'))}
  ${placed(540, 356, 1, stage.product('peach-please-hot-honey', 0.68))}`,
  post: drawing('0 0 720 450')`
  ${stage.field(palette.mint)}
  ${stage.dots('#CFF6E8', 720, 300, 44, 8)}
  ${stage.bunting({ from: [-20, 20], to: [740, 26], sag: 40, count: 16 })}
  ${placed(118, 230, 1, stage.guest('kiss', 1.5, -5))}
  ${placed(606, 234, 1, stage.guest('blueberry', 1.5, 5))}
  ${stage.table(322, palette.butter, '', palette.crust)}
  ${placed(220, 358, 1, stage.product('hot-tomato-ketchup', 0.6))}
  ${placed(360, 362, 1.5, openParcel)}
  ${placed(496, 358, 1, stage.product('spice-bag-mix', 0.62))}
  ${placed(72, 358, 0.6, biscuitTower)}
  ${placed(652, 360, 1, honeyBiscuit)}`,
  gone: drawing('0 0 720 450')`
  ${stage.field(palette.lilac)}
  ${stage.sun(360, 220, 150, palette.blush)}
  ${stage.bulbs({ from: [-20, 18], to: [740, 18], sag: 36, count: 13 })}
  ${placed(84, 236, 1, stage.guest('tomato', 1.5, -8))}
  ${placed(242, 222, 1, stage.guest('corn', 1.5, 4))}
  ${placed(604, 236, 1, stage.guest('lemon', 1.45, 8))}
  ${stage.table(322, '#FFF3DC', cloth(palette.teal), palette.butter)}
  ${placed(238, 362, 1.1, emptyPlate)}
  ${placed(384, 362, 1.3, paperBag('CRUMBS'))}
  ${placed(520, 362, 1.1, emptyPlate)}
  ${placed(66, 358, 0.8, dip(palette.coral, palette.teal, '#8E1B12'))}
  ${placed(652, 362, 0.8, pasty)}`,
}
