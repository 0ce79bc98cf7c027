import { starPath } from './outlines.ts'

/** The 12-point star of the delivery price in the hero, in a 100 x 100 box, and its offset shadow. */
export const heroStarPath = starPath(50, 50, 12, 46, 35, 0.1)
export const heroStarShadowPath = starPath(53, 54, 12, 46, 35, 0.1)

export const squigglePath =
  'M4 14Q15-6 26 10T48 10T70 10T92 10T114 10T136 10T158 10T180 10T202 10L214 6'
