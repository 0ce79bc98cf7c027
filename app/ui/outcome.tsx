import { type ReactNode, useEffect, useRef } from 'react'
import { Mascot } from './mascot.tsx'
import styles from './outcome.module.css'

interface OutcomeProps {
  title: string
  mascot: string
  tint: 'mint' | 'blush' | 'butter' | 'lilac' | 'sky'
  children: ReactNode
}

export function Outcome({ title, mascot, tint, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="wrap screenful">
      <div className={styles.card} style={{ '--field': `var(--${tint})` }}>
        <Mascot name={mascot} className={styles.mascot} />
        <div>
          <h1 className="h2" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  )
}
