import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './hoarding.module.css'

interface HoardingProps {
  /** The id of the heading inside that names it. */
  labelledBy: string
  className?: string | undefined
  children: ReactNode
}

/** The lilac boards that posters are pasted on. */
export function Hoarding({ labelledBy, className, children }: HoardingProps) {
  return (
    <section className={classes(styles.hoarding, className)} aria-labelledby={labelledBy}>
      <div className="wrap">{children}</div>
    </section>
  )
}
