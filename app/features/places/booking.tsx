import { business, phoneText } from '../../../domain/business.ts'
import { tacoTuesdaysPage as words } from '../../content/taco-tuesdays.ts'
import { buttonLook } from '../../ui/button.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { NewTab } from '../../ui/new-tab.tsx'

export function BookingButtons({ subject }: { subject: string }) {
  return (
    <div className="row">
      <a className={buttonLook({ variant: 'secondary' })} href={`tel:${business.phone}`}>
        {words.call} {phoneText}
      </a>
      <NewTab className={buttonLook({ variant: 'quiet' })} href={business.social.photos}>
        {words.message}
      </NewTab>
      <a className="text-link" href={mailLink(business.email, subject)}>
        or write an e-mail
      </a>
    </div>
  )
}
