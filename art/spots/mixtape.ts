import {
  circle,
  clipped,
  type Drawing,
  drawn,
  halftone,
  inked,
  line,
  palette,
  plate,
  roundedRect,
} from '../kit.ts'
import { lettering, marker } from '../lettering.ts'

const shell = roundedRect(6, 6, 508, 318, 24)
const label = roundedRect(36, 34, 448, 206, 14)
const screen = roundedRect(142, 108, 236, 84, 42)

/** The spools turn twice when the tape is put in: less than five seconds, so that nobody has to stop them. */
const turningSpools =
  '<style>.spool{transform-box:fill-box;transform-origin:50% 50%;animation:turn 2.4s linear 2}@keyframes turn{to{transform:rotate(1turn)}}</style>'

/**
 * The tape of the shop's story: Side A. `marker` letters its title by hand. A browser does not tell a picture that
 * less motion is preferred, so the tape that turns is a drawing of its own and the page chooses.
 */
export function mixtape(turning = false): Drawing {
  const screws = [
    [28, 28],
    [492, 28],
    [28, 302],
    [492, 302],
  ].map(
    ([x, y]) =>
      `<circle cx="${x}" cy="${y}" r="7" fill="${palette.lilac}" stroke="${palette.ink}" stroke-width="3"/>`,
  )
  return {
    viewBox: '0 0 540 350',
    body: drawn`
  ${turning ? turningSpools : ''}
  <path d="${shell}" transform="translate(14 17)" fill="url(#htS)" opacity=".5"/>
  <path d="${shell}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="5"/>
  <path d="${roundedRect(16, 16, 488, 298, 18)}" fill="${palette.grape}"/>
  ${halftone(shell, 280, 10, 226, 310)}
  ${clipped(label, labelStripes())}
  ${line(5)}${label}
  <path d="${roundedRect(50, 50, 46, 40, 7)}" fill="${palette.ink}"/>
  ${lettering('A', 73, 83, 34, palette.lime)}
  ${marker('the story so far', 244, 82, 36, palette.grape)}
  ${tapeWindow()}
  ${lowerEdge()}
  ${screws.join('')}
  ${line(5)}${shell}`,
  }
}

function labelStripes(): string {
  const band = (y: number, height: number, colour: string) =>
    `<rect x="36" y="${y}" width="448" height="${height}" fill="${colour}"/>`
  return drawn`
  ${band(34, 206, palette.milk)}
  ${band(172, 16, palette.coral)}
  ${band(188, 16, palette.cheddar)}
  ${band(204, 18, palette.teal)}
  ${band(222, 20, palette.sky)}
  ${line(2, '#B9ADD6')}M112 62H462M112 88H462`
}

function tapeWindow(): string {
  return drawn`
  <path d="${screen}" fill="${palette.lilac}" stroke="${palette.ink}" stroke-width="5"/>
  <path d="M222 112H316V188H222Q250 150 222 112Z" fill="${palette.brown}"/>
  <path d="${roundedRect(218, 118, 98, 64, 6)}" fill="${palette.aubergine}" stroke="${palette.ink}" stroke-width="4"/>
  ${spool(186)}
  ${spool(334)}
  ${line(5)}${screen}
  ${line(6, palette.milk)}M158 128Q170 116 190 114`
}

function spool(x: number): string {
  const teeth = [0, 60, 120, 180, 240, 300].map(
    (turn) =>
      `<path d="M${x - 4.5} 122h9v13h-9Z" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="2.4" transform="rotate(${turn} ${x} 150)"/>`,
  )
  return drawn`
  ${inked(palette.milk, 5, 2)}${circle(x, 150, 33)}
  <circle cx="${x}" cy="150" r="21" fill="${palette.ink}"/><g class="spool">${teeth.join('')}</g>`
}

function lowerEdge(): string {
  const holes = [
    [150, 292, 10],
    [210, 296, 7],
    [310, 296, 7],
    [370, 292, 10],
  ].map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette.ink}"/>`)
  return plate('M96 324L116 258H404L424 324Z', '#7A4FD0', { width: 5, slip: 3 }) + holes.join('')
}
