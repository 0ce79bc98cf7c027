import type { ReactNode } from 'react'
import { business } from '../../../domain/business.ts'
import pageStyles from '../../ui/page.module.css'
import styles from './minimal-layout.module.css'

/** Layout without the navigation, for a page with a single task, which is below the name badge or below `head` if it is given. */
export function MinimalLayout({
  head = <NameBadge />,
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

/** The desk's name badge; it shows `name` once the name is known. */
export function NameBadge({ name }: { name?: string | null }) {
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
