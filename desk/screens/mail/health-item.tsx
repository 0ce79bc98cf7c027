import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface MatterProps {
  title: string
  icon: IconName
  isWell: boolean
  children: ReactNode
}

/** One item of the health screen: a mint tick when it is well, a warning when it is not. */
export function Matter({ title, icon, isWell, children }: MatterProps) {
  return (
    <li>
      <span className="gl" style={{ '--k': isWell ? 'var(--mint)' : 'var(--peach)' }}>
        <Icon name={isWell ? icon : 'warning'} />
      </span>
      <div className="g">
        <p className="t">{title}</p>
        {children}
      </div>
    </li>
  )
}
