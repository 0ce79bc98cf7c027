import type { Drawing } from '../../app/ui/shapes/shape-paths.ts'
import type { Lettering } from '../lettering.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { line } from '../print.ts'
import { repeat } from '../../app/ui/shapes/outlines.ts'

/** Grape waves and a lime question mark; the picture filter cuts them to a product's silhouette. */
export function mysteryPattern(lettering: Lettering): Drawing {
  const waves = repeat(23, (row) => `M-10 ${row * 17}q12-9 25 0${repeat(12, () => 't25 0')}`)
  return {
    viewBox: '0 0 300 360',
    body:
      line(waves, 9, palette.grape) +
      lettering('?', 155, 266, 140, palette.coral) +
      lettering('?', 151, 262, 140, palette.lime),
  }
}
