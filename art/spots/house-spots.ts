import {
  circle,
  clipped,
  type Drawing,
  drawn,
  flags,
  inked,
  line,
  palette,
  repeat,
  tenth,
} from '../kit.ts'
import { lettering } from '../lettering.ts'
import { mascot } from '../mascots/mascot.ts'

/** Garlic, shrugging: nothing was found. */
export function garlicShrug(): Drawing {
  const arm = 'M-36 22Q-56 28-60 8'
  const hand = inked('#EFE6F8', 3.6, 1.5)(circle(-60, 2, 7))
  const limb = `<g>${line(5)(arm)}${hand}</g>`
  return {
    viewBox: '-74 -60 148 120',
    body: `${limb}<g transform="scale(-1 1)">${limb}</g>${mascot('garlic')}`,
  }
}

/** The bolt of a blown fuse, sparks and all. */
export function blownFuse(): Drawing {
  return {
    viewBox: '-60 -60 120 120',
    body: line(4, palette.coral)`M-44-20l-10-8M-48 4h-10M44-28l10-8M46 4h12` + mascot('bolt'),
  }
}

/** The page that cannot be found is a test card, whose colour bars were always a rainbow. */
export function testCard(): Drawing {
  const grid = repeat(15, (i) => `M${i * 56 + 8} 0V520`) + repeat(10, (i) => `M0 ${i * 56 + 8}H800`)
  const disc = circle(400, 260, 222)
  return {
    viewBox: '0 0 800 520',
    body: drawn`
  <rect width="800" height="520" fill="#3B3356"/><path d="${grid}" stroke="${palette.milk}" stroke-width="3"/>
  ${clipped(disc, testCardBars())}
  ${line(7)}${disc}
  <g transform="translate(400 292) scale(2)">${mascot('chilli')}</g>
  ${lettering('404', 400, 81, 42, palette.lime)}`,
  }
}

function testCardBars(): string {
  const bar = (x: number, y: number, width: number, height: number, colour: string) =>
    `<rect x="${tenth(x)}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`
  const progress = ['#5BCEFA', '#F5A9B8', palette.milk, palette.brown, palette.ink]
  const gratings = repeat(
    12,
    (i) => `<path d="M${182 + i * 18} 188V404" stroke-width="${tenth(1 + i * 0.5)}"/>`,
  )
  return drawn`
  ${bar(170, 30, 460, 460, palette.milk)}
  ${flags.six.map((colour, i) => bar(170 + i * 76.7, 92, 77, 96, colour)).join('')}
  ${bar(170, 38, 460, 54, palette.ink)}
  ${progress.map((colour, i) => bar(170 + i * 92, 404, 92, 30, colour)).join('')}
  ${bar(170, 434, 460, 60, palette.cheddar)}
  ${bar(170, 188, 460, 216, palette.mint)}
  <g stroke="${palette.ink}" opacity=".22">${gratings}</g>`
}
