import { brush } from './brush.ts'
import { palette } from './palette.ts'
import { starPath } from './outlines.ts'

/** Something to draw inline: the box and the markup that stands inside the `<svg>`. */
export interface Drawing {
  viewBox: string
  body: string
}

/** The 12-point star of the delivery price in the hero, in a 100 x 100 box, and its ink copy. */
export const heroStarPath = starPath(50, 50, 12, 46, 35, 0.1)
export const heroStarShadowPath = starPath(53, 54, 12, 46, 35, 0.1)

/** The underline squiggle in a 220 x 20 box: stroke 6, round ends. */
export const squigglePath =
  'M4 14Q15-6 26 10T48 10T70 10T92 10T114 10T136 10T158 10T180 10T202 10L214 6'

/** The hero's teal brush stroke with one grape zigzag on top. */
export function swoosh(): Drawing {
  const wide = brush({
    along: [
      [10, 470],
      [240, 500],
      [520, 330],
      [880, 60],
    ],
    width: 210,
    bristles: 30,
    colour: palette.teal,
    seed: 11,
    dryness: 0.26,
  })
  const thin = brush({
    along: [
      [90, 548],
      [330, 556],
      [600, 420],
      [872, 210],
    ],
    width: 16,
    bristles: 5,
    colour: palette.grape,
    seed: 5,
    dryness: 0.3,
  })
  const zigzag = `<path d="M60 470L190 330L205 452L340 270L360 398L500 200L520 330L650 120L668 240L812 40" fill="none" stroke="${palette.grape}" stroke-width="15" stroke-linejoin="round" stroke-linecap="round"/>`
  return { viewBox: '0 0 920 572', body: wide + zigzag + thin }
}

/** Outlines of the four tiles on the home page, in a 200 x 200 box. */
export const tilePaths = {
  circle: 'M100 8A92 92 0 1 1 99.9 8Z',
  scallop: starPath(100, 100, 16, 94, 80),
  arch: 'M20 188V100A80 80 0 0 1 180 100V188Z',
  telly: 'M34 18H166Q186 18 186 38V150Q186 170 166 170H34Q14 170 14 150V38Q14 18 34 18Z',
} as const
