import { type Drawing, drawn, palette, roundedRect, tenth } from '../kit.ts'
import { chilli } from '../chilli.ts'
import { fittedSize, lettering } from '../lettering.ts'

/**
 * The shop's sign at its smallest, on a 64 x 64 field: the first letter of its name, and the chilli where the
 * name has an apostrophe.
 */
export function appIcon(name: string, { fullBleed = false } = {}): Drawing {
  const field = fullBleed
    ? `<path d="M0 0H64V64H0Z" fill="${palette.cheddar}"/>`
    : `<path d="${roundedRect(2, 2, 60, 60, 15)}" fill="${palette.cheddar}" stroke="${palette.ink}" stroke-width="4"/>`
  const scale = fullBleed ? 0.8 : 0.94
  const hasChilli = /['’]/.test(name)
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? ''
  const size = tenth(fittedSize(initial, hasChilli ? 46 : 54, hasChilli ? 54 : 62))
  const x = hasChilli ? 26.5 : 31
  const y = 31.5 + size * 0.352
  const letter = (slip: number, colour: string) =>
    lettering(initial, x + slip, y + slip, size, colour)
  return {
    viewBox: '0 0 64 64',
    body: drawn`
  ${field}<g transform="translate(32 33) rotate(-4) scale(${scale}) translate(-32 -32)">
  ${letter(2.5, palette.coral)}
  ${letter(0, palette.ink)}
  ${hasChilli ? chilli({ x: 2, y: -2, edge: 8 }) : ''}</g>`,
  }
}
