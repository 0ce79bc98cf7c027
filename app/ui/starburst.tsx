import type { ReactNode } from 'react'
import { burstPath, burstShadowPath } from './shapes/shape-paths.ts'
import { classes } from './classes.ts'
import styles from './starburst.module.css'

interface StarburstProps {
  children: ReactNode
  colour?: 'coral' | 'lime' | 'cheddar'
  className?: string | undefined
}

/** A 14-point burst with an ink copy under it, 98 px wide; `className` places it. */
export function Starburst({ children, colour = 'coral', className }: StarburstProps) {
  return (
    <span className={classes(styles.burst, className)} style={{ '--burst': `var(--${colour})` }}>
      <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <path className={styles.shadow} d={burstShadowPath} />
        <path className={styles.star} d={burstPath} />
      </svg>
      <b>{children}</b>
    </span>
  )
}
