import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface TileWordsProps {
  icon: IconName
  /** A tint of the shop: "mint". */
  tint: string
  name: string
  about: ReactNode
}

/** The content of a row: an icon on a tile, a name, and a line of detail. */
export function TileWords({ icon, tint, name, about }: TileWordsProps) {
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
