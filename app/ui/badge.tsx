import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes.ts'
import burst from './starburst.module.css'

interface BadgeProps {
  /** Places the badge; without it the badge stands in the flow. */
  className?: string | undefined
}

export function BestSellerBadge({ className }: BadgeProps) {
  return (
    <Starburst className={className}>
      BEST <br />
      SELLER
    </Starburst>
  )
}

export function HotBadge({ className }: BadgeProps) {
  return (
    <span className={classes(styles.hazard, className)}>
      <b>
        Caution <br />
        Hot
      </b>
    </span>
  )
}

export function LimitedBadge({ className }: BadgeProps) {
  return (
    <span className={classes(styles.foil, className)}>
      <b>Limited Edition</b>
    </span>
  )
}

/** The double-ruled stamp across the middle of a field; the field must be positioned. */
export function SoldOutStamp({ className }: BadgeProps) {
  return <span className={classes(styles.stamp, className)}>SOLD OUT</span>
}

/** The lime tape across the lower part of a field; the field must be positioned. */
export function ComingSoonTape({ className }: BadgeProps) {
  return <span className={classes(styles.tape, className)}>COMING SOON</span>
}

interface StarburstProps {
  children: ReactNode
  className?: string | undefined
}

/** A coral 14-point burst with an ink copy under it, 98 px wide; `className` places it. */
function Starburst({ children, className }: StarburstProps) {
  return (
    <span className={classes(burst.burst, className)}>
      <b>{children}</b>
    </span>
  )
}
