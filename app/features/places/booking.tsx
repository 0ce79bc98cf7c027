import { business, phoneText } from '../../../domain/business.ts'
import { tacoTuesdaysPage as words } from '../../content/taco-tuesdays.ts'
import { buttonLook } from '../../ui/button.tsx'
import { NewTab } from './outside-link.tsx'

/** The two ways to book: by phone and by message. */
export function BookingButtons({ subject }: { subject: string }) {
  return (
    <div className="row">
      <a className={buttonLook({ variant: 'secondary' })} href={`tel:${business.phone}`}>
        {words.call} {phoneText}
      </a>
      <NewTab className={buttonLook({ variant: 'quiet' })} href={business.social.photos}>
        {words.message}
      </NewTab>
      <a
        className="text-link"
        href={`mailto:${business.email}?subject=${encodeURIComponent(subject)}`}
      >
        or write an e-mail
      </a>
    </div>
  )
}
