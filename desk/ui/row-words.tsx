import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface RowWordsProps {
  icon: IconName
  /** A tint of the shop: "mint". */
  tint: string
  name: string
  about: ReactNode
}

/** What a row of a list says: an icon on a tile, a name, and a line about it. */
export function RowWords({ icon, tint, name, about }: RowWordsProps) {
  return (
    <>
      <span className="gl" style={{ '--k': `var(--${tint})` }}>
        <Icon name={icon} />
      </span>
      <span className="g">
        <span className="t">{name}</span>
        <span className="sub">{about}</span>
      </span>
    </>
  )
}
