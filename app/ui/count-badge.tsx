import styles from './count-badge.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CountBadgeProps {
  count: number
  /** What is counted, in the singular. */
  noun: string
}

/** The count on the corner of an icon; it pops once when it changes. */
export function CountBadge({ count, noun }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span className={styles.count} key={count}>
      {count}
      <VisuallyHidden> {count === 1 ? noun : `${noun}s`}</VisuallyHidden>
    </span>
  )
}
