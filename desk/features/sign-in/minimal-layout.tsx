import type { ReactNode } from 'react'
import { business } from '../../../domain/business.ts'
import pageStyles from '../../ui/page.module.css'
import styles from './minimal-layout.module.css'

/** A page without the frame, for a single task: below the name badge, unless `head` is given. */
export function MinimalLayout({
  head = <Badge />,
  children,
}: {
  head?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={`${pageStyles.page} ${styles.page}`}>
      <main className={`${pageStyles.main} ${styles.column}`}>
        {head}
        {children}
      </main>
    </div>
  )
}

/** Name badge; `name` appears once it is known. */
export function Badge({ name }: { name?: string | null }) {
  return (
    <div className={styles.wordmark} aria-hidden="true">
      <img src="/generated/art/wordmark.svg" alt="" width={190} height={56} />
      <div className={styles.badge}>
        <div>
          {business.tradingName}?<small>my name is</small>
        </div>
        <p>{name ?? 'the desk'}</p>
        <span>
          {['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((stripe) => (
            <i key={stripe} style={{ background: `var(--${stripe})` }} />
          ))}
        </span>
      </div>
    </div>
  )
}
