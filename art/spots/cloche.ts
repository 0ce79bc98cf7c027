import { type Drawing, drawn, line, palette, placed, plate } from '../kit.ts'
import { mascot } from '../mascots/mascot.ts'

const dome = 'M70 214C70 96 150 34 236 34C322 34 400 96 400 214Z'
const knob = 'M216 34C206 8 266 8 256 34Z'
const platter = 'M26 366H434Q430 410 380 416H80Q30 410 26 366Z'
const crowd =
  'M92 366C60 300 90 236 140 246C150 200 210 186 236 214C270 176 330 200 336 246C390 236 410 300 372 366Z'

/** Three mascots under a lifted cloche: the sign of the catering, die-cut. */
export function cloche(): Drawing {
  const lifted = (svg: string) => `<g transform="rotate(-14 236 210) translate(-14 -8)">${svg}</g>`
  const edge = (colour: string, width: number) =>
    `<g fill="${colour}" stroke="${colour}" stroke-width="${width}">${lifted(`<path d="${dome}"/><path d="${knob}"/>`)}<path d="${platter}"/><path d="${crowd}"/></g>`
  const lid = drawn`
  ${plate(knob, palette.cheddar, { width: 6 })}
  ${plate(dome, palette.pink, { width: 6 })}
  <path d="M70 188C72 210 400 210 400 190L400 214H70Z" fill="${palette.grape}" stroke="${palette.ink}" stroke-width="6"/>
  ${line(11, palette.milk)}M112 166C116 118 148 84 186 70M204 64l8-2
  <path d="M300 50C360 80 400 140 400 200H340C350 140 330 90 300 50Z" fill="url(#ht3)" opacity=".3"/>`
  return {
    viewBox: '0 -24 460 470',
    body: drawn`
  ${edge(palette.ink, 30)}
  ${edge(palette.milk, 24)}
  ${placed(142, 296, 1.25, mascot('spicebag'), -8)}
  ${placed(322, 300, 1.2, mascot('peach'), 8)}
  ${placed(234, 272, 1.5, mascot('chilli'))}
  ${plate(platter, palette.steel, { width: 6 })}
  ${line(8, palette.milk)}M60 390H300M324 390H344
  ${lifted(lid)}`,
  }
}
