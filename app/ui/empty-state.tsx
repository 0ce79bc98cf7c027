import type { ReactNode } from 'react'
import { joinClasses } from './classes.ts'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: string
  /** Path of a 120 x 120 picture; without one a dashed sticker slot is shown. */
  picture?: string
  tint?: 'lilac' | 'mint' | 'blush' | 'butter'
  level?: 1 | 2
  children?: ReactNode
  className?: string | undefined
}

export function EmptyState(props: EmptyStateProps) {
  const { title, picture, tint = 'lilac', level = 2, children, className } = props
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={joinClasses(styles.empty, `tint-${tint}`, className)}>
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
