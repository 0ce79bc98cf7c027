import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './starburst.module.css'

interface StarburstProps {
  children: ReactNode
  className?: string | undefined
}

/** A coral 14-point burst with an ink copy under it, 98 px wide; `className` places it. */
export function Starburst({ children, className }: StarburstProps) {
  return (
    <span className={classes(styles.burst, className)}>
      <b>{children}</b>
    </span>
  )
}
