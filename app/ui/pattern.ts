import { joinClasses } from './classes.ts'
import styles from './patterns.module.css'

export type PatternName = 'dots' | 'squiggle' | 'confetti' | 'grid' | 'zigzag'

const rotation = ['dots', 'squiggle', 'confetti', 'grid', 'zigzag'] as const

export function getPatternClass(name: PatternName): string {
  return joinClasses(styles.pattern, styles[name])
}

export function getSlotPatternClass(number: number): string {
  return getPatternClass(rotation[number % rotation.length] ?? 'dots')
}

export const trapperPatternClass = styles.trapper
export const carpetPatternClass = styles.carpet
