import { drawn, inked, line, palette } from '../kit.ts'
import { eye, grin } from '../faces.ts'

/** A heart, all teeth; belongs to the shop itself. */
export function heart(): string {
  return drawn`
  ${inked(palette.coral)}M0 44C-40 18-48-4-44-20C-38-42-10-42 0-22C10-42 38-42 44-20C48-4 40 18 0 44Z
  ${line(5, '#FFC2C2')}M-32-12C-31-20-26-25-20-26
  ${eye(-12, -4, 7)}
  ${eye(12, -4, 7)}
  ${grin(8, 11, palette.pink)}`
}

/** The chef: a hat with opinions. */
export function toque(): string {
  return drawn`
  ${inked('#F4EEFB')}M-30 2C-56-2-54-38-28-34C-24-58 20-60 26-36C54-38 56-2 30 2Z
  ${line(3.2, '#B79ED6')}M-12-20V-8M10-24V-10
  ${inked('#E4D8F6')}M-31 0Q0 8 31 0L29 38Q0 48-29 38Z
  ${eye(-11, 15, 7)}
  ${eye(11, 15, 7)}
  <path d="M0 26C-6 22-16 24-26 33C-16 36-6 36 0 30C6 36 16 36 26 33C16 24 6 22 0 26Z" fill="${palette.brown}" stroke="${palette.ink}" stroke-width="3.2"/>
  ${line(3.4)}M-19 5L-6 7M19 4L7 7
  ${inked(palette.coral, 3.6, 1.5)}M-27 41Q0 50 27 41L18 54L4 50L0 58L-5 50L-19 54Z`
}

/** A cob of corn, grinning. */
export function corn(): string {
  return drawn`
  ${inked(palette.leaf, 4, 2)}M-22 50C-50 40-46 4-34-14C-24-2-14 20-8 48Z
  ${inked(palette.leaf, 4, 2)}M22 50C50 40 46 4 34-14C24-2 14 20 8 48Z
  ${inked('#FFD93B')}M0-50C22-48 26-14 24 10C23 34 14 48 0 48C-14 48-23 34-24 10C-26-14-22-48 0-50Z
  <g fill="none" stroke="${palette.ink}" stroke-width="2" opacity=".32"><path d="M-8-48C-12-20-12 20-8 46M8-48C12-20 12 20 8 46M-21-28Q0-22 21-28M-24-12Q0-6 24-12M-24 32Q0 38 22 32"/></g>
  ${eye(-9, 4, 7)}
  ${eye(10, 4, 7)}
  ${grin(15, 11)}
  ${line(3.2)}M-18-6L-5-3M19-6L6-3`
}

/** The lightning bolt of blown fuses. */
export function bolt(): string {
  return inked(palette.butter)`M8-50L-30 8H-6L-14 50L32-12H6L22-50Z`
}
