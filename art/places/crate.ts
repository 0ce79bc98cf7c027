import type { Drawing } from '../../app/ui/shapes/shape-paths.ts'
import type { Lettering } from '../lettering.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { halftone, line } from '../print.ts'
import { roundedRect } from '../../app/ui/shapes/outlines.ts'
import { placed, product, prop, puddle } from '../scenes/stagecraft.ts'

/** A crate for the trade, as many bottles as it holds. */
export function crate(lettering: Lettering): Drawing {
  const slat = (y: number) => {
    const plank = roundedRect(40, y, 440, 62, 5)
    return (
      prop(plank, palette.wood) +
      halftone(plank, 280, y, 200, 62) +
      line(`M70 ${y + 20}H210M250 ${y + 40}H430`, 3, '#B98242') +
      line(plank, 5)
    )
  }
  const post = (x: number) => prop(roundedRect(x, 196, 36, 168, 5), '#C58E50', 2)
  return {
    viewBox: '0 0 520 380',
    body:
      puddle(236, 11, 268, 366) +
      placed(130, 300, 1, product('peach-please-hot-honey', 0.8, lettering)) +
      placed(392, 300, 1, product('lip-service-scotch-bonnet', 0.84, lettering)) +
      placed(260, 300, 1, product('apple-terror-sauce', 0.84, lettering)) +
      slat(216) +
      slat(292) +
      post(34) +
      post(450) +
      lettering('THIS WAY UP, LOVE', 260, 258, 28, palette.ink) +
      lettering('12 BOTTLES OF TROUBLE', 260, 332, 22, palette.ink),
  }
}
