import type { ReactNode } from 'react'
import styles from './test-card.module.css'

interface TestCardProps {
  title: string
  /** What happened and what to do, with buttons. */
  children: ReactNode
}

/** The television test card beside a heading: a page that is not there. */
export function TestCard({ title, children }: TestCardProps) {
  return (
    <div className={`wrap ${styles.lost}`}>
      <img
        src="/generated/art/test-card.svg"
        alt="A television test card made of the six stripes, with a chilli in the middle"
        width={800}
        height={520}
      />
      <div>
        <p className={styles.aside}>Please do not adjust your set</p>
        <h1 className="h1">{title}</h1>
        {children}
      </div>
    </div>
  )
}
