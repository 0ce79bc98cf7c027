import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-tile.module.css'
import rowStyles from './row.module.css'

interface IconRowContentProps {
  icon: IconName
  /** The name of a tint colour of the shop, such as "mint". */
  tint: string
  name: string
  about: ReactNode
}

/** The content of a row: an icon on a tile, a name, and a line of detail. */
export function IconRowContent({ icon, tint, name, about }: IconRowContentProps) {
  return (
    <>
      <span className={styles.tile} style={{ '--k': `var(--${tint})` }}>
        <Icon name={icon} />
      </span>
      <span className={rowStyles.main}>
        <span className={rowStyles.title}>{name}</span>
        <span className={rowStyles.detail}>{about}</span>
      </span>
    </>
  )
}
