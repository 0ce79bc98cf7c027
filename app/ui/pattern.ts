import { classes } from './classes.ts'
import styles from './patterns.module.css'

export type PatternName = 'dots' | 'squiggle' | 'confetti' | 'grid' | 'zigzag'

const rotation = ['dots', 'squiggle', 'confetti', 'grid', 'zigzag'] as const

export function pattern(name: PatternName): string {
  return classes(styles.pattern, styles[name])
}

export function slotPattern(number: number): string {
  return pattern(rotation[number % rotation.length] ?? 'dots')
}

export const trapper = styles.trapper
export const carpet = styles.carpet
