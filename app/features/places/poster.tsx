import type { ReactNode } from 'react'
import { type PosterArtName, posterSizes } from '../../content/markets.ts'
import { joinClasses } from '../../ui/classes.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import styles from './poster.module.css'

export type PosterStyle = 'fountain' | 'rays' | 'coral' | 'mint' | 'butter'

interface PosterProps {
  look: PosterStyle
  title: string
  kicker?: string | undefined
  art: PosterArtName
  alt?: string
  /** The rotation in degrees, from -2 to 1.6. */
  rotation: number
  above?: ReactNode
  facts?: ReactNode
  foot?: ReactNode
  className?: string | undefined
}

export function Poster(props: PosterProps) {
  const { look, title, kicker, art, alt = '', rotation } = props
  const [width, height] = posterSizes[art]
  return (
    <article
      className={joinClasses(styles.poster, styles[look], props.className)}
      style={{ '--turn': `${rotation}deg` }}
    >
      <div className={styles.top}>
        {kicker !== undefined && <p className="kicker">{kicker}</p>}
        <h3>{title}</h3>
        {props.above}
      </div>
      <div className={styles.art}>
        <ArtImage className="fill" name={`poster-${art}`} alt={alt} width={width} height={height} />
      </div>
      {props.facts !== undefined && <div className={styles.facts}>{props.facts}</div>}
      {props.foot !== undefined && <div className={styles.foot}>{props.foot}</div>}
    </article>
  )
}
