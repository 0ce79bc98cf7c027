import {
  type Drawing,
  drawn,
  halftone,
  line,
  palette,
  placed,
  prop,
  puddle,
  roundedRect,
} from '../kit.ts'
import { lettering } from '../lettering.ts'
import { product } from '../scenes/stagecraft.ts'

/** A crate for the trade, as many bottles as it holds. */
export function crate(): Drawing {
  const slat = (y: number) => {
    const plank = roundedRect(40, y, 440, 62, 5)
    return drawn`
  ${prop(palette.wood)}${plank}
  ${halftone(plank, 280, y, 200, 62)}
  ${line(3, '#B98242')}M70 ${y + 20}H210M250 ${y + 40}H430
  ${line(5)}${plank}`
  }
  const post = (x: number) => prop('#C58E50', 2)(roundedRect(x, 196, 36, 168, 5))
  return {
    viewBox: '0 0 520 380',
    body: drawn`
  ${puddle(236, 11, 268, 366)}
  ${placed(130, 300, 1, product('peach-please-hot-honey', 0.8))}
  ${placed(392, 300, 1, product('lip-service-scotch-bonnet', 0.84))}
  ${placed(260, 300, 1, product('apple-terror-sauce', 0.84))}
  ${slat(216)}
  ${slat(292)}
  ${post(34)}
  ${post(450)}
  ${lettering('THIS WAY UP, LOVE', 260, 258, 28, palette.ink)}
  ${lettering('12 BOTTLES OF TROUBLE', 260, 332, 22, palette.ink)}`,
  }
}
