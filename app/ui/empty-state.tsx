import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: string
  /** Path of a 120 x 120 picture; without one a dashed sticker slot stands there. */
  picture?: string
  tint?: 'lilac' | 'mint' | 'blush' | 'butter'
  /** The title is the page's heading, or stands below one. */
  level?: 1 | 2
  children?: ReactNode
  className?: string | undefined
}

/** Nothing here, nothing found, or something broke: a calm card with a way on. */
export function EmptyState(props: EmptyStateProps) {
  const { title, picture, tint = 'lilac', level = 2, children, className } = props
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes(styles.empty, `tint-${tint}`, className)}>
      {picture === undefined ? (
        <span className={styles.slot} aria-hidden="true" />
      ) : (
        <img src={picture} alt="" width={140} height={140} />
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  )
}
