import {
  createDrawing,
  drawMarkup,
  ellipsePath,
  palette,
  placeSvg,
  propPen,
  groundShadow,
} from '../lib/kit.ts'
import { biscuitTower } from './food.ts'
import { dipBowl, honeyBiscuit, paperBag, pasty } from './snacks.ts'
import * as stage from './stage.ts'
import { openParcel } from './years.ts'

const cloth = (colour: string) => stage.gingham([-10, 380, 740, 84], colour, 19)

const emptyPlate = drawMarkup`
  ${groundShadow(70)}
  ${propPen(palette.milk, 2)}${ellipsePath(0, -12, 74, 15)}
  ${propPen(palette.skim, 0)}${ellipsePath(0, -14, 48, 8)}`

/** Illustrations above messages that something has ended, is not paid yet, was sent or was not found. */
export const outcomeScenes = {
  waiting: createDrawing('0 0 720 450')`
  ${stage.background(palette.sky)}
  ${stage.rays(360, 300, '#C6E9FF', 14)}
  ${stage.bulbs({ from: [-20, 22], to: [740, 22], sag: 40, count: 15 })}
  ${placeSvg(96, 232, 1, stage.drawMascot('mandarin', 1.5, -6))}
  ${placeSvg(628, 236, 1, stage.drawMascot('twink', 1.5, 5))}
  ${stage.table(322, '#FFF3DC', cloth(palette.coral), palette.butter)}
  ${placeSvg(196, 356, 1, stage.drawProduct('apple-terror-sauce', 0.72))}
  ${placeSvg(298, 358, 1, stage.drawProduct('nashville-chilli-crisp', 0.72))}
  ${placeSvg(424, 360, 1.5, paperBag('STILL YOURS'))}
  ${placeSvg(540, 356, 1, stage.drawProduct('peach-please-hot-honey', 0.68))}`,
  post: createDrawing('0 0 720 450')`
  ${stage.background(palette.mint)}
  ${stage.dots('#CFF6E8', 720, 300, 44, 8)}
  ${stage.bunting({ from: [-20, 20], to: [740, 26], sag: 40, count: 16 })}
  ${placeSvg(118, 230, 1, stage.drawMascot('kiss', 1.5, -5))}
  ${placeSvg(606, 234, 1, stage.drawMascot('blueberry', 1.5, 5))}
  ${stage.table(322, palette.butter, '', palette.crust)}
  ${placeSvg(220, 358, 1, stage.drawProduct('hot-tomato-ketchup', 0.6))}
  ${placeSvg(360, 362, 1.5, openParcel)}
  ${placeSvg(496, 358, 1, stage.drawProduct('spice-bag-mix', 0.62))}
  ${placeSvg(72, 358, 0.6, biscuitTower)}
  ${placeSvg(652, 360, 1, honeyBiscuit)}`,
  gone: createDrawing('0 0 720 450')`
  ${stage.background(palette.lilac)}
  ${stage.sun(360, 220, 150, palette.blush)}
  ${stage.bulbs({ from: [-20, 18], to: [740, 18], sag: 36, count: 13 })}
  ${placeSvg(84, 236, 1, stage.drawMascot('tomato', 1.5, -8))}
  ${placeSvg(242, 222, 1, stage.drawMascot('corn', 1.5, 4))}
  ${placeSvg(604, 236, 1, stage.drawMascot('lemon', 1.45, 8))}
  ${stage.table(322, '#FFF3DC', cloth(palette.teal), palette.butter)}
  ${placeSvg(238, 362, 1.1, emptyPlate)}
  ${placeSvg(384, 362, 1.3, paperBag('CRUMBS'))}
  ${placeSvg(520, 362, 1.1, emptyPlate)}
  ${placeSvg(66, 358, 0.8, dipBowl(palette.coral, palette.teal, '#8E1B12'))}
  ${placeSvg(652, 362, 0.8, pasty)}`,
}
