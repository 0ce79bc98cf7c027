import { NewTab } from '../../ui/new-tab.tsx'
import styles from './place-card.module.css'

interface PlaceCardProps {
  name: string
  address: string
  /** The host's own page; null where there is none. */
  website: string | null
  text: string
}

export function PlaceCard({ name, address, website, text }: PlaceCardProps) {
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
  return (
    <address className={styles.card}>
      <p className={styles.name}>{name}</p>
      <p>{address}</p>
      <p>{text}</p>
      <p className="row">
        {website !== null && (
          <NewTab className="text-link" href={website}>
            Visit {name}
          </NewTab>
        )}
        <NewTab className="text-link" href={map}>
          Show it on a map
        </NewTab>
      </p>
    </address>
  )
}
