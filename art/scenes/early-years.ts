import {
  circle,
  clipped,
  drawn,
  halftone,
  inked,
  line,
  palette,
  placed,
  prop,
  puddle,
  repeat,
  roundedRect,
} from '../kit.ts'
import { business } from '../../domain/business.ts'
import { eye, grin } from '../faces.ts'
import { flagStrip } from '../flag-strip.ts'
import { fittedSize, lettering } from '../lettering.ts'
import { mascot } from '../mascots/mascot.ts'
import { awning, dots, floor, gingham, post, rays } from './backdrops.ts'
import { bulbs } from './garlands.ts'
import { product, steam } from './stagecraft.ts'

/** 2016: a pot with a face, on a checked cloth. */
export function supperClub(): string {
  const pot = 'M62 136H238V214Q238 246 206 246H94Q62 246 62 214Z'
  const cloth = {
    x: 0,
    y: 238,
    width: 300,
    height: 64,
    colour: palette.milk,
    square: 20,
    base: palette.coral,
  }
  return drawn`
  ${rays(150, 140, '#FFF1BF', 9, 320)}
  ${floor(palette.coral)}
  <g opacity=".5">${gingham(cloth)}</g>
  ${steam(104, 92, palette.milk, 3)}
  ${puddle(96, 9, 150, 250)}
  ${prop(palette.ink, 0)}M40 156H64V176H40ZM236 156H260V176H236Z
  ${prop(palette.teal)}${pot}
  ${halftone(pot, 156, 136, 82, 112)}
  ${line(8, palette.milk)}M80 156V200M80 214v5
  ${line(5)}${pot}
  ${prop(palette.jazz, 2)}M54 118H246Q252 136 238 138H62Q48 136 54 118Z
  ${prop(palette.cheddar, 2)}${roundedRect(128, 96, 44, 22, 9)}
  ${placed(158, 190, 0.8, eye(-16, 0, 9) + eye(16, 0, 9) + grin(14, 14))}`
}

/** 2017: a trestle in the rain. */
export function firstStall(): string {
  const sign = business.tradingName.toUpperCase()
  const rain = repeat(22, (index) => `M${(index * 53) % 300} ${(index * 37) % 210}l-7 18`)
  return drawn`
  ${line(3.6, '#6FB6E8')}${rain}
  ${awning(34, 34, 300, 6)}
  ${post(26, 60, 14, 190)}
  ${post(260, 60, 14, 190)}
  ${prop(palette.wood, 2)}M8 200H292V222H8Z
  <rect x="20" y="222" width="260" height="90" fill="${palette.pink}"/>
  ${line(4.5)}M20 222V300M280 222V300
  ${lettering(sign, 150, 268, fittedSize(sign, 240, 34), palette.ink)}
  ${placed(82, 202, 1, product('nashville-chilli-crisp', 0.3))}
  ${placed(150, 202, 1, product('nashville-chilli-crisp', 0.3))}
  ${placed(220, 202, 1, product('apple-terror-sauce', 0.28))}`
}

/** 2018: the trailer. */
export function trailer(): string {
  const body = 'M30 122Q30 92 62 90H226Q268 92 270 140V222Q270 232 258 232H42Q30 232 30 222Z'
  const wheel = (x: number) =>
    inked(palette.ink, 4, 0)(circle(x, 234, 22)) + inked(palette.milk, 3.4, 1)(circle(x, 234, 9))
  return drawn`
  ${dots('#E6FF8A', 300, 300, 36, 6)}
  ${floor('#8FD9A0')}
  ${puddle(120, 9, 152, 254)}
  ${prop(palette.milk)}${body}
  ${clipped(body, `<rect x="20" y="164" width="260" height="80" fill="${palette.coral}"/><rect x="20" y="156" width="260" height="10" fill="${palette.cheddar}"/>`)}
  ${halftone(body, 170, 90, 100, 142)}
  ${line(5)}${body}
  ${line(3.4)}M32 165H270
  ${prop(palette.aubergine, 2)}M58 116H178V158H58Z
  ${placed(118, 146, 0.52, mascot('chilli'))}
  ${prop(palette.teal, 2)}M48 104H188L196 122H40Z
  ${line(3)}M76 104L70 122M104 104L100 122M132 104L134 122M160 104L166 122
  ${prop(palette.sky, 2)}M204 122H246V186H204Z
  ${wheel(96)}
  ${wheel(202)}
  ${line(7)}M270 216H294
  ${bulbs({ from: [34, 84], to: [268, 84], sag: -10, count: 7 })}`
}

/** 2019: three placards and three marchers. */
export function pride(): string {
  const placard = (colour: string, word: string) =>
    drawn`
  ${prop(palette.wood, 1.5)}${roundedRect(-6, 0, 12, 150, 3)}
  ${prop(colour)}${roundedRect(-52, -40, 104, 64, 8)}
  ${lettering(word, 0, 2, 28, palette.ink)}`
  const flag = drawn`
  ${prop(palette.wood, 1.5)}${roundedRect(-7, 0, 14, 190, 3)}
  ${prop(palette.milk)}${roundedRect(-72, -76, 144, 92, 10)}
  ${clipped(roundedRect(-68, -72, 136, 84, 7), flagStrip(-70, -72, 140, 84, 'six'))}
  ${prop(palette.milk, 0)}${roundedRect(-60, -52, 120, 44, 8)}
  ${lettering('PROUD', 0, -20, 28, palette.ink)}`
  return drawn`
  ${rays(150, 300, '#FFDDEB', 12, 420)}
  ${placed(58, 178, 1, placard(palette.lime, 'BOLD'), -10)}
  ${placed(242, 178, 1, placard(palette.sky, 'LOUD'), 10)}
  ${placed(150, 112, 1, flag)}
  ${placed(70, 262, 0.8, mascot('mandarin'))}
  ${placed(150, 258, 0.92, mascot('bear'))}
  ${placed(232, 264, 0.8, mascot('kiss'))}`
}

/** 2020: a letter box and a parcel with somebody in. */
export function inThePost(): string {
  const box = 'M66 104Q66 66 118 62Q170 66 170 104V262H66Z'
  return drawn`
  ${dots('#CFF6E8', 300, 300, 40, 8)}
  ${floor('#7FCFB0')}
  ${puddle(64, 9, 124, 266)}
  ${prop('#E5332B')}${box}
  ${halftone(box, 118, 62, 54, 204)}
  ${line(5)}${box}
  ${prop(palette.salsa, 2)}M56 96Q118 76 180 96V112H56Z
  ${prop(palette.ink, 0)}${roundedRect(84, 128, 68, 14, 6)}
  ${prop(palette.milk, 2)}${roundedRect(88, 160, 60, 44, 4)}
  ${lettering('Y!', 118, 196, 32, palette.coral)}
  ${prop(palette.ink, 0)}M58 262H178V276H58Z
  ${placed(222, 258, 1, openParcel())}`
}

function openParcel(): string {
  const carton = 'M-52-72H52V0H-52Z'
  const address =
    inked(palette.milk, 3.4, 1)(roundedRect(-30, -13, 60, 26, 4)) + line(3.4)`M-20-4H10M-20 5H20`
  return drawn`
  ${puddle(54)}
  ${placed(4, -92, 0.82, mascot('chilli'))}
  ${prop(palette.wood)}${carton}
  ${prop('#C58E50', 1.5)}M-52-72L-72-92L-30-86L-16-72Z
  ${prop('#C58E50', 1.5)}M52-72L74-90L34-88L18-72Z
  <rect x="-12" y="-72" width="24" height="72" fill="#F0D9B0"/>
  ${line(3)}M-12-72V0M12-72V0
  ${line(5)}${carton}
  ${placed(0, -34, 1, address)}`
}
