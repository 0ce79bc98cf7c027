import type { Badge } from '../../../domain/badges.ts'
import { BestSellerBadge, HotBadge, LimitedBadge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './badge-stack.module.css'

const parts: Record<Badge, typeof HotBadge> = {
  hot: HotBadge,
  limited: LimitedBadge,
  'best-seller': BestSellerBadge,
}

/** All badges that apply, stacked from the top right of a field, hazard first. */
export function BadgeStack({ badges, large = false }: { badges: Badge[]; large?: boolean }) {
  if (badges.length === 0) return null
  return (
    <div className={classes(styles.stack, large && styles.large)}>
      {badges.map((badge) => {
        const Part = parts[badge]
        return <Part key={badge} className={styles[badge]} />
      })}
    </div>
  )
}
