import type { ReactElement } from 'react'
import type { Badge } from '../../../domain/badges.ts'
import { joinClasses } from '../../ui/classes.ts'
import styles from './badges.module.css'

/** The specification fixes the texts: BEST SELLER, Caution Hot and Limited Edition. */
const badgeElements: Record<Badge, ReactElement> = {
  hot: (
    <span key="hot" className={styles.hazard}>
      <b>
        Caution <br />
        Hot
      </b>
    </span>
  ),
  limited: (
    <span key="limited" className={styles.foil}>
      <b>Limited Edition</b>
    </span>
  ),
  'best-seller': (
    <span key="best-seller" className={styles.burst}>
      <b>
        BEST <br />
        SELLER
      </b>
    </span>
  ),
}

/** Renders all badges of a product, stacked over its picture. */
export function BadgeStack({ badges, large = false }: { badges: Badge[]; large?: boolean }) {
  if (badges.length === 0) return null
  return (
    <div className={joinClasses(styles.stack, large && styles.large)}>
      {badges.map((badge) => badgeElements[badge])}
    </div>
  )
}

/** The stamp across the middle of a picture. Its parent must be positioned. */
export function SoldOutStamp({ className }: { className?: string }) {
  return <span className={joinClasses(styles.stamp, className)}>SOLD OUT</span>
}

/** The tape across the lower part of a picture. Its parent must be positioned. */
export function ComingSoonTape({ className }: { className?: string }) {
  return <span className={joinClasses(styles.tape, className)}>COMING SOON</span>
}
