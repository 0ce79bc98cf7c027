import type { Place } from '../../content/dates.ts'
import { addressOf } from './happenings.ts'
import { NewTab } from './outside-link.tsx'
import styles from './place-card.module.css'

/** Where something is, with links to the host and to a map. */
export function PlaceCard({ place, text }: { place: Place; text: string }) {
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(addressOf(place))}`
  return (
    <address className={styles.card}>
      <p className={styles.name}>{place.name}</p>
      <p>{addressOf(place)}</p>
      <p>{text}</p>
      <p className="row">
        {place.website !== null && (
          <NewTab className="text-link" href={place.website}>
            Visit {place.name}
          </NewTab>
        )}
        <NewTab className="text-link" href={map}>
          Show it on a map
        </NewTab>
      </p>
    </address>
  )
}
