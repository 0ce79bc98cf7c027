import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import iconTileStyles from '../../ui/icon-tile.module.css'
import styles from './mail.module.css'

interface MatterProps {
  title: string
  icon: IconName
  isWell: boolean
  children: ReactNode
}

/** One item of the health screen: a mint tick when it is well, a warning when it is not. */
export function HealthItem({ title, icon, isWell, children }: MatterProps) {
  return (
    <li>
      <span
        className={iconTileStyles.tile}
        style={{ '--k': isWell ? 'var(--mint)' : 'var(--peach)' }}
      >
        <Icon name={isWell ? icon : 'warning'} />
      </span>
      <div className={styles.healthWords}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </li>
  )
}
