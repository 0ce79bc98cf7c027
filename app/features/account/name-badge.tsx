import type { ReactNode } from 'react'
import { business } from '../../../domain/business.ts'
import { sanitise } from '../../../domain/validation.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Mascot } from '../../ui/mascot.tsx'
import styles from './name-badge.module.css'

interface NameBadgeProps {
  name: string
  children?: ReactNode
  mascots: [top: string, bottom?: string]
  tilt: 'left' | 'right'
}

const maxLength = 18

export function NameBadge({ name, children, mascots, tilt }: NameBadgeProps) {
  const [top, bottom] = mascots
  const displayName = name.length > maxLength ? `${sanitise(name, maxLength - 1).trimEnd()}…` : name
  return (
    <div className={joinClasses(styles.stuck, styles[tilt])}>
      <div className={styles.badge}>
        <p className={styles.head}>
          <b>{business.tradingName.toUpperCase()}?</b>
          <span>my name is</span>
        </p>
        <p className={styles.name} style={{ '--letters': Math.max(6, displayName.length) }}>
          {displayName}
        </p>
        <p className={styles.flag} aria-hidden="true" />
        {children !== undefined && <p className={styles.small}>{children}</p>}
      </div>
      <Mascot name={top} className={styles.top} />
      {bottom !== undefined && <Mascot name={bottom} className={styles.bottom} />}
    </div>
  )
}
