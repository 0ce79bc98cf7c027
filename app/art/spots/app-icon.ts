import type { Drawing } from '../inline.ts'
import type { Lettering } from '../lettering.ts'
import { palette } from '../palette.ts'
import { roundedRect } from '../shapes.ts'
import { wordmarkChilli } from '../wordmark-path.ts'

/** The shop's sign at its smallest: the Y and the chilli that makes its apostrophe, on a 64 x 64 field. */
export function appIcon(lettering: Lettering, { fullBleed = false } = {}): Drawing {
  const field = fullBleed
    ? `<path d="M0 0H64V64H0Z" fill="${palette.cheddar}"/>`
    : `<path d="${roundedRect(2, 2, 60, 60, 15)}" fill="${palette.cheddar}" stroke="${palette.ink}" stroke-width="4"/>`
  const scale = fullBleed ? 0.8 : 0.94
  const letter = (x: number, y: number, colour: string) => lettering('Y', x, y, 54, colour)
  return {
    viewBox: '0 0 64 64',
    body:
      `${field}<g transform="translate(32 33) rotate(-4) scale(${scale}) translate(-32 -32)">` +
      letter(29, 53, palette.coral) +
      letter(26.5, 50.5, palette.ink) +
      `<g transform="translate(3 -7)" stroke-linejoin="round" stroke-linecap="round">` +
      `<path d="${wordmarkChilli}" fill="${palette.milk}" stroke="${palette.milk}" stroke-width="8"/>` +
      `<path d="${wordmarkChilli}" fill="${palette.red}" stroke="${palette.ink}" stroke-width="3.2"/>` +
      `<path d="M46 12Q46 5 52 3" fill="none" stroke="#1E9E4A" stroke-width="4.5"/></g></g>`,
  }
}
