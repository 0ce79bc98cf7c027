import { type Drawing, drawn, line, palette, repeat } from '../kit.ts'
import { lettering } from '../lettering.ts'

/** Grape waves and a lime question mark; the picture filter cuts them to a product's silhouette. */
export function mysteryPattern(): Drawing {
  const waves = repeat(23, (row) => `M-10 ${row * 17}q12-9 25 0${repeat(12, () => 't25 0')}`)
  return {
    viewBox: '0 0 300 360',
    body: drawn`
  ${line(9, palette.grape)}${waves}
  ${lettering('?', 155, 266, 140, palette.coral)}
  ${lettering('?', 151, 262, 140, palette.lime)}`,
  }
}
