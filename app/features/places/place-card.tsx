import { business, businessPhoneText } from '../../../domain/business.ts'
import { tacoTuesdaysTexts as words } from '../../content/taco-tuesdays.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import styles from './place-card.module.css'

interface PlaceCardProps {
  name: string
  address: string
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
          <NewTabLink className="text-link" href={website}>
            Visit {name}
          </NewTabLink>
        )}
        <NewTabLink className="text-link" href={map}>
          Show it on a map
        </NewTabLink>
      </p>
    </address>
  )
}

export function BookingButtons({ subject }: { subject: string }) {
  return (
    <div className="row">
      <a className={getButtonClass({ variant: 'secondary' })} href={`tel:${business.phone}`}>
        {words.call} {businessPhoneText}
      </a>
      <NewTabLink className={getButtonClass({ variant: 'quiet' })} href={business.social.photos}>
        {words.message}
      </NewTabLink>
      <a className="text-link" href={mailLink(business.email, subject)}>
        or write an e-mail
      </a>
    </div>
  )
}
